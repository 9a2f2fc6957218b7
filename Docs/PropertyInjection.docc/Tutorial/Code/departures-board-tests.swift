import PropertyInjectionTesting
import Testing

@testable import Departures

struct LaterClock: Clock { let now = "09:00" }

@Suite(.injecting(stationModule) { $0.register(instance: LaterClock() as any Clock) })
struct BoardTests {
  @Test func theBoardShowsTheTrainsThatHaveNotLeft() {
    let board = Board()
    PropertyInjector.injectDependencies(to: board)
    #expect(board.lines.dropFirst() == ["09:40 Porto"])
  }
}
