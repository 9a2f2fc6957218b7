import PropertyInjection
import TestSupport
import Testing

@testable import Station

/// The package of the guide "Getting started".
@Suite struct StationProgramTests {
  @Test func aCheckMissesEachBindingThatIsTakenAway() {
    let (notMissed, count) = PropertyInjector(stationModule).bindingsNotMissed()
    #expect(notMissed == [] && count == 2)
  }
}
