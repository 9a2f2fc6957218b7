import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// The report of a check as a whole, what it does without, and what it cannot know.
@Suite struct ValidationReportTests {
  @Test func aConfigurationWithoutMistakesHasNoFindings() throws {
    let injector = PropertyInjector { registry in
      registry.register("clock", instance: StoppedClock())
      registry.declare("clock", \Player.clock)
    }
    let report = injector.validate()
    #expect(report.findings.isEmpty && report.errors.isEmpty)
    #expect(report.description.hasPrefix("1 type, 1 binding: nothing is missing."))
    try report.requireNoErrors()
  }

  /// What a factory makes for a protocol may have marks, which are known when it is made.
  @Test func aCleanReportSaysWhatItHasNotSeen() {
    let injector = PropertyInjector { registry in
      registry.register(.clock) { StoppedClock() }
      registry.declare("clock", \Player.clock)
    }
    let text = injector.validate().description
    #expect(text.hasPrefix("1 type, 1 binding: nothing is missing. Not looked at: "))
    #expect(text.hasSuffix("1 value whose own type only rehearse() sees (\"clock\": any Clock)."))
  }

  /// A slip in a key that a mark writes out is not found without a sample: the report must not say that all is well.
  @Test func itCountsTheMarksWhoseKeysOnlyASampleTells() {
    final class Desk {
      @Injected("pens") var pens: Int?
      @Injected var clock: (any Clock)?
    }
    func text(_ configure: (inout Registry) -> Void) -> String {
      PropertyInjector { registry in
        registry.register(.clock, instance: StoppedClock())
        registry.register("clock", instance: StoppedClock() as any Clock)
        registry.register("pens", instance: 3)
        registry.declare(asks: .clock)
        configure(&registry)
      }.validate(including: Desk.self).description
    }
    let keys = "type without a sample, as far as its marks write out keys (Desk)"
    #expect(text { $0.declare(Desk.self) }.contains(keys))
    #expect(!text { $0.declare { Desk() } }.contains("only a sample"))
  }

  @Test @BackstageActor func theMistakesOfANewUserAreFoundInOneRun() async throws {
    let injector = await makeInjectorWithMistakes().overriding { registry in
      registry.register("service", instance: 3.5)
      registry.confined(to: BackstageActor.shared) { $0.register("poster", instance: "news") }
    }
    let report = injector.validate()
    let expected: [(KindName, about: String?, toFix: String)] = [
      // A misspelt name.
      (
        .unknownName, "clock",
        #"register a value of type any Clock, or ask for "clok""#
      ),
      // A wrong type.
      (
        .noFittingType, "number",
        #"register a value of type Int under "number", instead of what is there"#
      ),
      // Nothing registered.
      (.unknownName, "missing", #"register a value of type Double under "missing""#),
      // Nothing declared.
      (
        .undeclaredProperty, "service",
        #"mark it @Injected, or registry.declare("service", \Player.service)"#
      ),
      // An alias to nothing.
      (
        .deadEnd, nil, #"bind "archive": Service to a value of type Service, or lead to "service"."#
      ),
      (.cycle, nil, "let one of them get the other as a property"),
      // Two that fit.
      (.ambiguousName, nil, "register one of them under another name"),
      // A wrong actor.
      (.actorsDoNotMeet, "poster", "let both belong to one actor, or one of them to none"),
      (.unusedOverride, nil, "declare a sample of what asks for it, register it with the type"),
      // Swapped key paths.
      (.misdirectedKeyPath, "title", #"write \Caption.title"#),
      (.misdirectedKeyPath, "subtitle", #"write \Caption.subtitle"#),
    ]
    for (kind, name, remedy) in expected {
      let found = report.findings.contains { finding in
        finding.issue.kindName == kind && (name == nil || finding.issue.name == name)
          && finding.description.contains("  to fix         " + remedy)
      }
      #expect(found, "\(kind), \(name ?? "-"): \(report)")
    }
    #expect(throws: ValidationReport.self) { try report.requireNoErrors() }
  }

  @MainActor private func makeInjectorWithMistakes() -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("clok", instance: StoppedClock())
      registry.register("number", instance: "seven")
      registry.register("service", instance: Service())
      registry.register("logger", instance: StoppedClock())
      registry.register("logger", instance: ClassClock())
      registry.register("title", instance: "a")
      registry.register("subtitle", instance: "b")
      registry.alias(.named("store", Service.self), to: .named("archive", Service.self))
      registry.register("a", .initializer(A.init(b:), .byType))
      registry.register("b", .initializer(B.init(a:), .byType))
      registry.declare("clock", \Player.clock)
      registry.declare("number", \Player.number)
      registry.declare("logger", \Board.logger)
      registry.declare("missing", \Board.missing)
      registry.declare("title", \Caption.subtitle)
      registry.declare("subtitle", \Caption.title)
      registry.onMainActor { $0.declare("poster", \Placard.poster) }
    }
  }

  @Test func theWholeTextCountsAndTheGravestComeFirst() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("spare", instance: 1, fileID: "App/Setup.swift", line: 9)
      registry.register("service", instance: Service(), fileID: "App/Setup.swift", line: 1)
      registry.register("service", instance: Service(), fileID: "App/Setup.swift", line: 2)
      registry.declare("number", \Player.number, fileID: "App/Setup.swift", line: 3)
      registry.declare("service", \Player.service, fileID: "App/Setup.swift", line: 4)
      registry.declare("clock", \Player.clock, fileID: "App/Other.swift", line: 5)
    }
    let text = injector.validate().description
    // Which other Swift modules have marks, depends on the tests of the process.
    let rest = text.range(of: "\n\nNot looked at: ")
    expectGolden(String(text[..<(rest?.lowerBound ?? text.endIndex)]))
    #expect(throws: ValidationReport.self) { try injector.validate().requireNoErrors() }
  }

  @Test func nothingIsMadeAndNothingIsReported() {
    let (log, calls) = (IssueLog(), Counter())
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("clock") { () -> any Clock in
        calls.increment()
        return StoppedClock()
      }
      registry.register("service", in: .singleton) {
        calls.increment()
        return Service()
      }
      registry.register(
        "number",
        .initializer { () -> Int in
          calls.increment()
          return 7
        })
      registry.declare("clock", \Player.clock)
      registry.declare("service", \Player.service)
      registry.declare("number", \Player.number, from: "nunber")
    }
    #expect(injector.validate().errors.map(\.kindName) == [.unknownName])
    _ = (injector.explain(Player.self), injector.explain(Player()), injector.graph())
    #expect(calls.count == 0 && log.issues.isEmpty)
  }

  @Test func aPropertyThatOnlyAProductFitsOrNotIsUnverified() {
    let injector = PropertyInjector { registry in
      registry.register("service", fileID: "App/Setup.swift", line: 1) { () -> AnyObject in
        Service()
      }
      registry.declare("service", \Player.service, fileID: "App/Setup.swift", line: 2)
    }
    expectGoldenFindings(.unverified, in: injector.validate().findings)
    injector.injectDependencies(to: Player())
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.explain(Player.self).properties.map(\.outcome) == [.filled])
  }

  @Test(arguments: [true, false]) func theTypeOfAnArgumentsProductIsLearnt(fits: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("source") { () -> AnyObject in fits ? Service() : ClassClock() }
      registry.register(
        "number", .initializer({ (service: Service) in 7 }, .key("source")))
      registry.declare("number", \Player.number)
    }
    #expect(injector.validate().findings.map(\.severity) == [.unverified])
    #expect(injector.injectDependencies(to: Player()).didInject == fits)
    #expect(injector.validate().findings.map(\.severity) == (fits ? [] : [.unverified]))
    #expect(log.issues.isEmpty == fits)
  }

  /// Neither the check nor the injection ends the process, and what is filled is not called uncertain before.
  @Test(arguments: [20, 10_000])
  func initializersThatAreNestedTooDeepAreNotCalledFine(depth: Int) {
    SmallThread.run {
      let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
        registry.register("0", instance: 7)
        for level in 1...depth {
          registry.register(
            .named("\(level)", Int.self),
            .initializer({ (number: Int) in number }, .key("\(level - 1)")))
        }
        registry.declare("number", \Player.number, from: .named("\(depth)"))
      }
      let outcome = injector.explain(Player.self).properties.first?.outcome
      let isFilled = injector.injectDependencies(to: Player()).didInject
      #expect(isFilled == (depth == 20))
      #expect(outcome == (isFilled ? .filled : .unverified))
    }
  }

  @Test func typesWithOnlyMarkedPropertiesAreCheckedIfTheyAreNamed() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("clok", instance: StoppedClock(), fileID: "App/Setup.swift", line: 1)
      registry.register("service", instance: Service(), fileID: "App/Setup.swift", line: 2)
    }
    #expect(injector.validate().findings.allSatisfy { $0.severity == .note })
    let findings = injector.validate(including: Marked.self).findings
    expectGoldenFindings(.unverified, .unverified, in: findings.filter { $0.severity > .note })
  }

  @Test func aMarksKeyIsKnownAfterTheFirstInjection() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("watch", instance: StoppedClock())
      registry.register("other", instance: ClassClock())
    }
    let isUnknown = { (finding: ValidationReport.Finding) in finding.issue.kindName == .unverified }
    #expect(injector.validate(including: Watch.self).findings.contains(where: isUnknown))
    injector.injectDependencies(to: Watch())
    let report = injector.validate(including: Watch.self)
    #expect(report.errors.map(\.name) == ["missing"])
    #expect(!report.findings.contains(where: isUnknown))
  }

  @Test func aSampleTellsTheKeysOfItsMarks() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("watch", instance: StoppedClock())
      registry.register("other", instance: ClassClock())
    }
    let watch = Watch()
    #expect(injector.explain(Watch.self).properties.first?.outcome == .unverified)
    for sample in [watch, watch as AnyObject, Optional(watch) as Any, WatchForm()] as [Any] {
      let report = injector.validate(including: sample)
      #expect(report.errors.map(\.name) == ["missing"], "\(sample)")
      #expect(report.errors.map(\.lookedUpName) == ["wacth"])
      #expect(!report.findings.contains { $0.issue.kindName == .unverified })
    }
    #expect(watch.clock == nil && watch.missing == nil)
    let none: Any = Watch?.none as Any
    #expect(injector.validate(including: none).errors.isEmpty)
  }

  @Test func registeredInstancesWithNilPropertiesAreListed() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      let filled = Watch()
      filled.clock = StoppedClock()
      registry.unchecked { registry in
        registry.register("board", instance: Board(), fileID: "App/Setup.swift", line: 1)
        registry.register("filled", instance: filled)
        registry.register("watch", instance: StoppedClock())
        registry.register("form", instance: WatchForm(), fileID: "App/Setup.swift", line: 2)
      }
      registry.register("service", instance: Service())
      registry.register("logger", instance: StoppedClock() as any Clock)
      registry.declare("service", \Board.service)
      registry.declare("logger", \Board.logger)
      registry.declare("missing", \Board.missing, optional: true)
    }
    let findings = injector.validate().findings.filter { $0.severity == .warning }
    expectGoldenFindings(.uninjectedInstance, .uninjectedInstance, in: findings)
  }

  @Test @MainActor func instancesOfAnActorAreReadThereOnly() async {
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.register("title", instance: "news")
        registry.register("page", instance: Page())
        registry.declare("title", \Page.title)
      }
    }
    let kinds = { @Sendable (report: ValidationReport) in
      report.findings.map(\.issue.kindName).filter { $0 == .uninjectedInstance }
    }
    #expect(kinds(injector.validate()) == [.uninjectedInstance])
    #expect(await Task.detached { kinds(injector.validate()) }.value == [])
  }

  private final class Crew: @unchecked Sendable { weak var service: Service? }

  @Test(arguments: [false, true])
  func aWeakPropertyOfARegisteredInstanceIsNil(isSet: Bool) {
    let (crew, service) = (Crew(), Service())
    if isSet { crew.service = service }
    let injector = PropertyInjector { registry in
      registry.register("crew", instance: crew)
      registry.unchecked { $0.register("service", instance: service) }
      registry.declare("service", \Crew.service)
    }
    let found = injector.validate().findings.filter { $0.severity == .warning }
    #expect(found.map(\.issue.kindName) == (isSet ? [] : [.uninjectedInstance]))
  }
}

@MainActor private final class Page {
  var title: String?
}

private struct A: Sendable {
  init(b: B) {}
}

private struct B: Sendable {
  init(a: A) {}
}

private final class Board {
  var logger: (any Clock)?
  var service: Service?
  var missing: Double?
}

private final class Marked {
  @Injected var clock: (any Clock)?
  @Injected var service: Service?
  @Injected var number: Int?
}

private final class Watch {
  @Injected("watch") var clock: (any Clock)?
  @Injected("wacth") var missing: (any Clock)?
}

private struct WatchForm {
  @Injected("watch") var clock: (any Clock)?
  @Injected("wacth") var missing: (any Clock)?
}

private struct Caption {
  var title: String?
  var subtitle: String?
}

@MainActor private final class Placard {
  var poster: String?
}

@globalActor private actor BackstageActor {
  static let shared = BackstageActor()
}
