import PropertyInjection
import TestSupport
import Testing

/// What is read from the name that the runtime gives to a type.
@Suite struct TypeNameTests {
  /// The runtime writes `_p` after the protocols of a protocol type.
  private final class Log_printer: Sendable {}

  @Test func aClassWithTheMarkOfAProtocolInItsNameMayBeKept() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("log") { () -> Log_printer? in Log_printer() }
      registry.setScope(.singleton, for: .named("log", Log_printer.self))
    }
    let first = injector.instance(for: .named("log", Log_printer.self))
    #expect(first != nil && first === injector.instance(for: .named("log", Log_printer.self)))
    #expect(log.texts == [])
  }
}
