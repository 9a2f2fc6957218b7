#if DEBUG
  import Foundation
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

    /// The look-up of a hook waits for the turn of its thread: the hook's value is shown, so that it cannot be given up.
    static let hook = Program(
      name: "a look-up in a hook",
      details: "lantern's hook looks bell up, bell's factory lantern; each is asked for", threads: 2
    ) {
      let state = HookState()
      return Program.Run(
        threads: [
          { state.find(Lantern.self, on: 0) }, { state.find(Bell.self, on: 1) },
        ],
        complaints: { state.complaints() })
    }

    private final class Lantern: InjectionAware, @unchecked Sendable {
      // Unchecked: the threads of a schedule run one at a time.
      @Required var injector: PropertyInjector
      var bell: Bell?
      func didInjectDependencies() { bell = injector.instance(of: Bell.self) }
    }

    private final class Bell: Sendable {
      let lantern: Lantern?
      init(_ lantern: Lantern?) { self.lantern = lantern }
    }

    private final class HookState: @unchecked Sendable {
      // Unchecked: the threads of a schedule run one at a time.
      private let log = IssueLog()
      private let injector: PropertyInjector
      private var found: [Any?] = [nil, nil]
      /// Whether the thread that makes the bell has made the lantern, for its factory.
      private let isOfBell = Counter()

      init() {
        injector = PropertyInjector(reportingTo: log) { [isOfBell] registry in
          registry.register(in: .singleton) {
            if Thread.current.name == "bell" { isOfBell.increment() }
            return Lantern()
          }
          registry.register(in: .singleton) { Bell($0.instance(of: Lantern.self)) }
        }
      }

      func find<Value>(_ type: Value.Type, on thread: Int) {
        if thread == 1 { Thread.current.name = "bell" }
        found[thread] = injector.instance(of: type)
      }

      func complaints() -> [String] {
        let (lantern, bell) = (found[0] as? Lantern, found[1] as? Bell)
        defer { lantern?.bell = nil }
        var complaints: [String] = []
        if bell == nil || bell?.lantern !== lantern {
          complaints.append("bell has not got lantern")
        }
        // Within the bell's factory the hook leads back to the bell.
        if isOfBell.count > 0, log.kinds == [.cycle] { return complaints }
        if lantern == nil || lantern?.bell !== bell {
          complaints.append("lantern has not got bell")
        }
        if !log.kinds.isEmpty { complaints += ["reported:"] + log.texts }
        return complaints
      }
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
