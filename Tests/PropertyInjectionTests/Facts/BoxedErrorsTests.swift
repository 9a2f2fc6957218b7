import PropertyInjection
import TestSupport
import Testing

/// Errors, which are in a box of their own as `any Error`, unlike the values of other protocols.
@Suite struct BoxedErrorsTests {
  private struct Failure: Error, Equatable {
    var number = 7
  }

  private final class Report {
    let given: (any Error)?
    var made: (any Error)?
    var kept: (any Error)?
    var concrete: (any Error)?
    @Injected("made", lazy: true) var lazy: (any Error)?

    init(given: any Error) { self.given = given }
  }

  @Test func anErrorIsGivenToCodeOfNoActorInEveryWay() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("instance", instance: Failure() as any Error)
      registry.register("concrete", instance: Failure())
      registry.register("made") { () -> (any Error)? in Failure() }
      registry.register("kept", in: .singleton) { () -> (any Error)? in Failure() }
      registry.register("cached", in: .cached) { () -> Failure? in Failure() }
      registry.register(
        "report",
        .initializer({ (error: any Error) -> Report? in Report(given: error) }, .key("made")))
      registry.declare("made", \Report.made)
      registry.declare("kept", \Report.kept)
      registry.declare("concrete", \Report.concrete)
    }
    for name in ["instance", "concrete", "made", "kept", "cached"] {
      // The second time it is known how it is found.
      for _ in 0..<2 {
        let error = injector.instance(for: InjectionKey<any Error>.named(name))
        #expect(error as? Failure == Failure(), "\(name)")
      }
    }
    let report = injector.instance(for: InjectionKey<Report>.named("report"))
    for error in [report?.given, report?.made, report?.kept, report?.concrete, report?.lazy] {
      #expect(error as? Failure == Failure())
    }
    #expect(log.texts == [])
  }
}
