import PropertyInjection
import Synchronization
import TestSupport
import Testing

/// What is neither declared nor marked is not read, so a thread that writes it meanwhile is not disturbed.
@Suite struct TornReadsTests {
  @Test func aMainActorObjectOfWhichOnePropertyIsOfNoActor() async {
    await #expect(processExitsWith: .success) { @MainActor in
      for _ in 0..<Busy.rounds {
        let screen = BusyScreen()
        let injecting = Task.detached {
          for _ in 0..<Busy.injections {
            let injector = PropertyInjector { registry in
              registry.issueHandler = { _ in }
              registry.register("service", instance: Service())
              registry.declare("service", \BusyScreen.service)
            }
            injector.injectDependencies(to: screen)
            screen.service = nil
          }
        }
        for number in 0..<Busy.changes { Busy.change(&screen.words, number) }
        await injecting.value
      }
    }
  }

  @Test func anObjectOfWhichNothingIsDeclared() async {
    await #expect(processExitsWith: .success) { @MainActor in
      for _ in 0..<Busy.rounds {
        let screen = BusyScreen()
        let injecting = Task.detached {
          for _ in 0..<Busy.injections {
            let injector = PropertyInjector { $0.issueHandler = { _ in } }
            injector.injectDependencies(to: screen)
          }
        }
        for number in 0..<Busy.changes { Busy.change(&screen.words, number) }
        await injecting.value
      }
    }
  }

  @Test func anObjectThatGuardsItselfWithALock() async {
    await #expect(processExitsWith: .success) {
      for _ in 0..<Busy.rounds {
        let guarded = GuardedByLock()
        let injecting = Task.detached {
          for _ in 0..<Busy.injections {
            let injector = PropertyInjector { registry in
              registry.issueHandler = { _ in }
              registry.register("service", instance: Service())
              registry.declare("service", \GuardedByLock.service)
            }
            injector.injectDependencies(to: guarded)
            guarded.service = nil
          }
        }
        for number in 0..<Busy.changes { guarded.change(number) }
        await injecting.value
      }
    }
  }
}

/// How much is done: enough for a torn read to end the process in each of three runs.
private enum Busy {
  static let rounds = Effort.rounds(30, sampled: 5)
  static let injections = 200
  static let changes = 20_000

  static func change(_ words: inout [String], _ number: Int) {
    words.append("a string that is too long to lie in its own words, \(number)")
    if number.isMultiple(of: 50) { words = [] }
  }
}

@MainActor private final class BusyScreen {
  var words: [String] = []
  private nonisolated let stored = Mutex<Service?>(nil)

  nonisolated var service: Service? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }
}

private final class GuardedByLock: @unchecked Sendable {
  // Unchecked: guarded by the lock.
  private let lock = Mutex(())
  private var words: [String] = []
  private var stored: Service?

  var service: Service? {
    get { lock.withLock { _ in stored } }
    set { lock.withLock { _ in stored = newValue } }
  }

  func change(_ number: Int) { lock.withLock { _ in Busy.change(&words, number) } }
}
