#if DEBUG
  import PropertyInjection
  import TestSupport

  /// Threads that make values of which none can ever be complete.
  enum LackProgram {
    /// The first value's other property is refused to code on no actor, so it is given up each time, and the
    /// second one, which may have got it, with it.
    static let cycle = program(
      "a value that lacks a property",
      "a.b, a.number of the main actor, b.a; one thread asks for a, the other for b",
      [{ $0.ask("a", A.self) }, { $0.ask("b", B.self) }],
      reports: [.bindingOnAnotherActor, .incomplete])

    /// Each of three values needs another one as an argument.
    static let arguments = program(
      "values that need each other as arguments",
      "x(y), y(z), z(x); each of three threads asks for one",
      [{ $0.ask("x", X.self) }, { $0.ask("y", Y.self) }, { $0.ask("z", Z.self) }],
      reports: [.cycle])

    /// A value that lacks a property is not kept, and asks for another one when it is released.
    static let released = program(
      "a value that asks when it is released",
      "d.number of the main actor; each of two threads asks for d, the deinit of d for c",
      [{ $0.ask("d", D.self) }, { $0.ask("d", D.self) }],
      reports: [.bindingOnAnotherActor, .incomplete])

    /// The lack comes to light when all else is made: a property waits for an argument, and what is made then lacks one.
    static let late = program(
      "a lack that comes late",
      "f(e), e.g, e.h, g(f), h(f), g.number of the main actor; asks for f and for h",
      [{ $0.ask("f", F.self) }, { $0.ask("h", H.self) }],
      reports: [.bindingOnAnotherActor, .incomplete])

    private static func program(
      _ name: String, _ details: String, _ threads: [@Sendable (State) -> Void],
      reports: Set<KindName>
    ) -> Program {
      Program(name: name, details: details, threads: threads.count) {
        let state = State()
        return Program.Run(
          threads: threads.map { thread in { thread(state) } },
          complaints: { state.complaints(of: reports) })
      }
    }

    private final class E: @unchecked Sendable {
      // Unchecked: like the others.
      var g: G?
      var h: H?
    }
    private final class F: Sendable { init(_ e: E) {} }
    private final class G: @unchecked Sendable {
      // Unchecked: like the others.
      var number: Int?
      init(_ f: F) {}
    }
    private final class H: Sendable { init(_ f: F) {} }

    private final class C: Sendable {}
    private final class D: @unchecked Sendable {
      // Unchecked: filled by the injector, before other code sees it.
      var number: Int?
      private let injector: PropertyInjector

      init(_ injector: PropertyInjector) { self.injector = injector }

      deinit { precondition(injector.instance(for: .named("c", C.self)) != nil) }
    }

    private final class X: Sendable { init(_ y: Y) {} }
    private final class Y: Sendable { init(_ z: Z) {} }
    private final class Z: Sendable { init(_ x: X) {} }

    private final class A: @unchecked Sendable {
      // Unchecked: filled by the injector, before other code sees it.
      var b: B?
      var number: Int?
    }

    private final class B: @unchecked Sendable {
      // Unchecked: like the other.
      var a: A?
    }

    /// Everything that one run uses.
    private final class State: @unchecked Sendable {
      // Unchecked: the threads of a schedule run one at a time.
      private let log = IssueLog()
      private let injector: PropertyInjector
      private var found: [String] = []

      init() {
        injector = PropertyInjector(reportingTo: log) { registry in
          registry.register("a", in: .singleton) { A() }
          registry.register("b", in: .singleton) { B() }
          registry.register("number") { @MainActor in 7 }
          registry.declare("b", \A.b)
          registry.declare("number", \A.number)
          registry.declare("a", \B.a)
          registry.register("e", in: .singleton) { E() }
          registry.register("f", in: .singleton, .initializer(F.init, .key("e")))
          registry.register("g", in: .singleton, .initializer(G.init, .key("f")))
          registry.register("h", in: .singleton, .initializer(H.init, .key("f")))
          registry.declare("g", \E.g)
          registry.declare("h", \E.h)
          registry.declare("number", \G.number)
          registry.register("c", in: .singleton) { C() }
          registry.register("d", in: .singleton) { D($0) }
          registry.declare("number", \D.number)
          registry.register("x", in: .singleton, .initializer(X.init, .key("y")))
          registry.register("y", in: .singleton, .initializer(Y.init, .key("z")))
          registry.register("z", in: .singleton, .initializer(Z.init, .key("x")))
        }
      }

      func ask<Value>(_ name: String, _ type: Value.Type) {
        if injector.instance(for: .named(name, type)) != nil { found.append(name) }
      }

      func complaints(of kinds: Set<KindName>) -> [String] {
        var complaints = found.map { "\($0) is handed out, and not complete" }
        if Set(log.kinds) != kinds { complaints += ["reported:"] + log.texts }
        return complaints
      }
    }
  }
#endif
