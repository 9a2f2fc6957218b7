#if DEBUG
  import PropertyInjection
  import TestSupport

  /// Two threads, the first of which runs as an actor, where it makes what the second one makes elsewhere.
  enum ActorProgram {
    /// The value that waits for the first thread's has a property of the actor, which the second cannot fill.
    static let confinedProperty = Program(
      name: "a property of an actor that waits",
      details: "a(x, c), x.a of the actor, c(p), p.a; the actor asks for a, the other thread for c",
      threads: 2
    ) {
      let state = State()
      return Program.Run(
        threads: [{ state.askOnActor() }, { state.askElsewhere() }],
        complaints: { state.complaints() })
    }

    private class Value: @unchecked Sendable {
      // Unchecked: filled by the injector, before other code sees it.
      var a: A?
    }

    private final class X: Value, @unchecked Sendable {}
    private final class P: Value, @unchecked Sendable {}

    private final class A: Sendable {
      let x: X
      let c: C
      init(_ x: X, _ c: C) { (self.x, self.c) = (x, c) }
    }

    private final class C: Sendable {
      let p: P
      init(_ p: P) { self.p = p }
    }

    /// An actor that any thread may be: only one runs at a time.
    private actor Studio {
      nonisolated var unownedExecutor: UnownedSerialExecutor { RunningThread.executor }

      func ask<Answer: Sendable>(_ injector: PropertyInjector, _ key: InjectionKey<Answer>)
        -> Answer?
      {
        injector.instance(for: key)
      }

      func makeInjector(_ log: IssueLog) -> PropertyInjector {
        PropertyInjector(reportingTo: log) { registry in
          registry.register(
            "a", in: .singleton, .initializer(A.init, .key("x"), .key("c")))
          registry.register("c", in: .singleton, .initializer(C.init, .key("p")))
          registry.register("x", in: .singleton, .initializer(X.init))
          registry.register("p", .initializer(P.init))
          registry.declare("a", \P.a)
          registry.confined(to: self) { $0.declare("a", \X.a) }
        }
      }
    }

    /// Takes the thread that runs for the actor's.
    private final class RunningThread: SerialExecutor {
      private static let shared = RunningThread()
      static var executor: UnownedSerialExecutor { shared.asUnownedSerialExecutor() }

      func enqueue(_ job: consuming ExecutorJob) {
        UnownedJob(job).runSynchronously(on: asUnownedSerialExecutor())
      }
      func checkIsolated() {}
    }

    /// Everything that one run uses.
    private final class State: @unchecked Sendable {
      // Unchecked: the threads of a schedule run one at a time.
      private let log = IssueLog()
      private let studio = Studio()
      private let injector: PropertyInjector
      private var c: C?

      init() {
        injector = studio.assumeIsolated { [log] studio in studio.makeInjector(log) }
      }

      private func onActor<Answer: Sendable>(_ key: InjectionKey<Answer>) -> Answer? {
        studio.assumeIsolated { $0.ask(injector, key) }
      }

      func askOnActor() { _ = onActor(.named("a", A.self)) }

      func askElsewhere() { c = injector.instance(for: "c") }

      func complaints() -> [String] {
        // Where the second thread makes all values, the actor's property is refused there, and nothing is
        // kept; where the first one gives way to the second, the property cannot wait for the second.
        let kinds = log.kinds
        let isRefused = kinds == [.wrongActor, .incomplete]
        let a = onActor(.named("a", A.self))
        let x = onActor(.named("x", X.self))
        defer { for value in [x, a?.x, a?.c.p, c?.p] { value?.a = nil } }
        var complaints: [String] = []
        if !kinds.isEmpty, kinds != [.cycle], !isRefused { complaints += log.texts }
        if a == nil || x !== a?.x || x?.a !== a || a?.c.p.a !== a {
          complaints.append("not one a, whose x and p have it")
        }
        if c !== a?.c, !isRefused { complaints.append("two of c") }
        return complaints
      }
    }
  }
#endif
