#if DEBUG
  import PropertyInjection
  import TestSupport

  /// Two threads that make values which need each other, one of them by a look-up of the program.
  enum LookUpProgram {
    /// The look-up cannot be taken back as an argument is: the factory runs again if need be.
    static let factory = Program(
      name: "a look-up in a factory",
      details: "a looks b up, b.a; one thread asks for a, the other for b", threads: 2
    ) {
      let state = State()
      return Program.Run(
        threads: [{ state.a = state.find("a") }, { state.b = state.find("b") }],
        complaints: { state.complaints() })
    }

    private final class A: Sendable {
      let b: B?
      init(_ b: B?) { self.b = b }
    }

    private final class B: @unchecked Sendable {
      // Unchecked: filled by the injector, before other code sees it.
      weak var a: A?
    }

    /// Everything that one run uses.
    private final class State: @unchecked Sendable {
      // Unchecked: the threads of a schedule run one at a time.
      private let log = IssueLog()
      private let injector: PropertyInjector
      var a: A?
      var b: B?

      init() {
        injector = PropertyInjector(reportingTo: log) { registry in
          registry.register("a", in: .singleton) { injector in A(injector.instance(for: "b")) }
          registry.register("b", in: .singleton) { B() }
          registry.declare("a", \B.a)
        }
      }

      func find<Value>(_ name: String) -> Value? { injector.instance(for: .named(name)) }

      func complaints() -> [String] {
        var complaints: [String] = []
        if a == nil || a?.b == nil || a?.b !== b { complaints.append("a has not got b") }
        if b == nil || b?.a !== a { complaints.append("b has not got a") }
        if !log.kinds.isEmpty { complaints += ["reported:"] + log.texts }
        return complaints
      }
    }
  }
#endif
