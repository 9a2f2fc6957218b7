#if DEBUG
  import PropertyInjection
  import TestSupport

  /// Two threads that make values with hooks, which need each other.
  enum HookProgram {
    /// Asks for both ends of a cycle, each on a thread of its own.
    static let cycle = Program(
      name: "hooks of a cycle", details: "two values, and a guest of the second, with hooks",
      threads: 2
    ) {
      let state = State()
      return Program.Run(
        threads: [{ state.left = state.find("left") }, { state.right = state.find("right") }],
        complaints: { state.complaints() })
    }

    /// One thread asks for a value of the cycle, the other one for a value that needs the cycle.
    static let enclosedCycle = Program(
      name: "hooks of an enclosed cycle", details: "the same, and a value that needs the second",
      threads: 2
    ) {
      let state = State()
      return Program.Run(
        threads: [{ state.left = state.find("left") }, { state.outer = state.find("outer") }],
        complaints: {
          state.right = state.outer?.other
          return state.complaints()
        })
    }

    private class Value: InjectionAware, @unchecked Sendable {
      // Unchecked: filled by the injector, before other code sees it.
      var other: Value?
      private(set) var calls = 0

      func didInjectDependencies() { calls += 1 }
    }

    private final class Left: Value, @unchecked Sendable {}

    private final class Right: Value, @unchecked Sendable {
      // Unchecked: like its superclass.
      var guest: Guest?
    }

    private final class Outer: Value, @unchecked Sendable {}

    private final class Guest: Value, @unchecked Sendable {}

    /// Everything that one run uses.
    private final class State: @unchecked Sendable {
      // Unchecked: the threads of a schedule run one at a time.
      private let log = IssueLog()
      private let injector: PropertyInjector
      var left: Value?
      var right: Value?
      /// Needs the second value; only asked for where the cycle is enclosed.
      var outer: Value?

      init() {
        injector = PropertyInjector(reportingTo: log) { registry in
          registry.register("left", in: .singleton, .initializer { () -> Value? in Left() })
          registry.register("right", in: .singleton, .initializer { () -> Value? in Right() })
          registry.register("guest", .initializer { () -> Guest? in Guest() })
          registry.register("outer", in: .singleton, .initializer { () -> Value? in Outer() })
          registry.declare("other", \Outer.other, from: "right")
          registry.declare("other", \Left.other, from: "right")
          registry.declare("other", \Right.other, from: "left")
          registry.declare("guest", \Right.guest)
          registry.declare("other", \Guest.other, from: "left")
        }
      }

      func find(_ name: String) -> Value? { injector.instance(for: .named(name)) }

      func complaints() -> [String] {
        let guest = (right as? Right)?.guest
        let values = [left, right, guest]
        defer { for value in values + [outer] { value?.other = nil } }
        var complaints = log.texts
        if left == nil || left !== right?.other || left !== guest?.other {
          complaints.append("not one left value")
        }
        if right == nil || right !== left?.other { complaints.append("not one right value") }
        let calls = values.map { $0?.calls ?? 0 }
        if calls != [1, 1, 1] { complaints.append("the hooks are called \(calls) times") }
        if let outer, outer.calls != 1 {
          complaints.append("the hook of outer is called \(outer.calls) times")
        }
        return complaints
      }
    }
  }
#endif
