import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// The samples about keys, and what their pages say of names.
@Suite struct KeySamples {
  final class Poller {
    @Required var pollInterval: Duration  // by its name
    @Required(.pollInterval) var interval: Duration  // by the key
  }

  final class Beeper { @Injected var interval: Duration? }
  final class Blinker { @Injected var interval: Duration? }

  private let log = IssueLog()

  @Test func aTypedKeyIsWrittenOnce() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.pollInterval, instance: .seconds(5))
      registry.declare { Poller() }  // a sample: it tells checks the key of the mark
    }
    let poller = Poller()
    injector.injectDependencies(to: poller)
    #expect(poller.interval == .seconds(5) && poller.pollInterval == .seconds(5))
    #expect(log.issues.isEmpty && injector.validate().findings.isEmpty)
  }

  @Test func twoPropertiesOfOneNameShareItsBinding() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("interval", instance: Duration.seconds(5))
    }
    let (beeper, blinker) = (Beeper(), Blinker())
    injector.injectDependencies(to: beeper)
    injector.injectDependencies(to: blinker)
    #expect(beeper.interval == .seconds(5) && blinker.interval == .seconds(5))
    #expect(log.issues.isEmpty)
  }

  final class Renamed { @Injected var watch: StoppedClock? }

  @Test func aRenamedPropertyIsReported() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("clock", instance: StoppedClock())
    }
    injector.injectDependencies(to: Renamed())
    #expect(log.kinds == [.unknownName])
    #expect(log.texts.first?.contains("near           \"clock\": StoppedClock (") == true)
  }

  // MARK: Memberwise initializers

  struct Row {
    @Injected var clock: StoppedClock?
    var number = 1
  }

  @Test func aMarkIsSetAfterTheInitializer() {
    var row = Row(number: 2)
    row.clock = StoppedClock()
    PropertyInjector(reportingTo: log) { _ in }.injectDependencies(to: &row)
    #expect(row.clock != nil && row.number == 2 && log.issues.isEmpty)
  }
}

extension InjectionKey<Duration> { static var pollInterval: Self { "pollInterval" } }
