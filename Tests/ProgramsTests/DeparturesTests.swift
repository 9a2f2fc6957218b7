import PropertyInjection
import TestSupport
import Testing

@testable import Departures

/// The package of the tutorial.
@Suite struct DeparturesProgramTests {
  @Test func aCheckMissesEachBindingThatIsTakenAway() {
    let (notMissed, count) = PropertyInjector(stationModule).bindingsNotMissed()
    #expect(notMissed == [] && count == 5)
  }
}
