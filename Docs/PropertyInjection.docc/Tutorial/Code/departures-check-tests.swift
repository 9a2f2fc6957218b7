import PropertyInjectionChecking
import Testing

@testable import Departures

struct ConfigurationTests {
  @Test func theConfigurationIsComplete() throws {
    let injector = PropertyInjector(stationModule)
    try injector.validate().requireClean()
    try injector.rehearse().requireClean()
  }
}
