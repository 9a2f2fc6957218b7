import PropertyInjectionTesting
import Testing

@testable import Station

struct StoppedClock: StationClock { let now = "00:00" }

@Suite(.injecting(stationModule) { $0.register(instance: StoppedClock() as any StationClock) })
struct StationTests {
  @Test func theBoardShowsTheTime() {
    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    #expect(board.clock.now == "00:00")
    #expect(board.platform == 9)
  }
}
