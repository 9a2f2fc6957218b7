import PropertyInjection
import PropertyInjectionTesting
import Testing

@testable import Station

struct StoppedClock: StationClock { let now = "00:00" }

@Suite(
  .injecting { registry in
    registry.register(instance: StoppedClock() as any StationClock)
    registry.register(instance: Timetable())
    registry.register("platform", instance: 4)
  })
struct BoardTests {
  @Test func theBoardShowsTheTime() {
    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    #expect(board.clock.now == "00:00" && board.platform == 4)
  }
}
