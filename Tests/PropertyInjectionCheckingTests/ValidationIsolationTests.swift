import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Checks of what belongs to actors.
@Suite struct ValidationIsolationTests {
  @Test @StudioActor func aPropertyAndABindingOfTwoActorsNeverMeet() async {
    let injector = await makeStageInjector()
    let derived = injector.overriding { registry in
      registry.confined(to: StudioActor.shared) { registry in
        registry.register("title", instance: "news", fileID: "App/Setup.swift", line: 2)
      }
    }
    let report = derived.validate()
    expectGoldenFindings(.actorsDoNotMeet, in: report.findings)
    let fromElsewhere = await Task.detached { derived.validate() }.value
    #expect(fromElsewhere.description == report.description)
  }

  @MainActor private func makeStageInjector() -> PropertyInjector {
    PropertyInjector { registry in
      registry.onMainActor {
        $0.declare("title", \Poster.title, fileID: "App/Setup.swift", line: 1)
      }
    }
  }

  @Test @MainActor func propertyAndBindingOfOneActorAreNoFinding() {
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.declare("title", \Poster.title)
        registry.register("title", instance: "news")
      }
    }
    #expect(injector.validate().findings.isEmpty)
  }

  @Test @MainActor func aTypeBelongsToTheActorOfItsValues() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare("number", \Player.number)
      registry.onMainActor { $0.register("number", instance: 7) }
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.explain(Player.self).properties.map(\.outcome).contains(.filled))
    #expect(!injector.injectDependencies(to: Player(), isolation: nil).didInject)
  }

  @Test @MainActor func aCheckElsewhereSaysThatNothingTellsTheActorOfAType() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare("number", \Player.number)
      registry.onMainActor { $0.register("number", instance: 7) }
    }
    let finding = try #require(injector.validate(isolation: nil).findings.first)
    #expect(finding.severity == .unverified)
    #expect(
      finding.description.hasPrefix(
        """
        unverified: Player.number gets its value on MainActor only, and nothing says that Player is injected there.
          to fix         check and inject in code of MainActor, or register what all threads may use; a declaration \
        there, registry.onMainActor { $0.declare(Player.self) }, refuses others.
        """))
  }

  private final class Pair {
    @Required var number: Int
    @Injected(optional: true) var label: Label?
  }

  private final class Triple {
    @Required var number: Int
    @Injected(optional: true) var heading: Label?
    @Required("labels") var other: Label
  }

  @Test func whatASampleTellsWaitsForTheErrorThatKeepsItFromBeingMade() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("labels", instance: Label(text: "news"))
      registry.declare { Triple() }
    }
    for report in [injector.validate(), injector.rehearse()] {
      let findings = report.findings.filter { $0.severity > ValidationReport.Severity.note }
      #expect(findings.map(\.issue.name) == ["number"] && findings[0].severity == .error)
    }
    let mended = injector.overriding { $0.register("number", instance: 1) }
    #expect(mended.validate().findings.allSatisfy { $0.severity == ValidationReport.Severity.note })
  }

  @Test func aRequiredPropertyWhoseKeyIsBoundToNilIsAWarning() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.registerNil(.type(Int.self))
      registry.declare { Pair() }
    }
    let findings = injector.validate().findings.filter { $0.severity > .unverified }
    #expect(findings.map(\.severity) == [.warning])
    #expect(
      findings.first?.description.hasPrefix("warning: Pair.number stays nil: its key is") == true)
  }

  @Test func anAliasToNowhereIsAnErrorWithASampleToo() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.alias(.type(Int.self), to: .named("count", Int.self))
      registry.declare { Pair() }
    }
    let findings = injector.validate().findings.filter { $0.severity > .unverified }
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.issue.kindName == .deadEnd)
  }

  @Test func anAliasToNowhereIsAnErrorForAMarkOfAnyKeyToo() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.alias(.type(Int.self), to: .named("count", Int.self))
      registry.register("other", instance: 1)
      registry.declare(Pair.self)
    }
    #expect(injector.validate().errors.map(\.kindName) == [.deadEnd])
  }

  @Test @MainActor func aSampleThatLacksAValueOfAnActorSaysWhere() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare { Pair() }
      registry.onMainActor { $0.register("number", instance: 7) }
    }
    let text = injector.validate(isolation: nil).description
    #expect(
      text.contains("to fix         the binding of \"number\": Int belongs to MainActor: check and")
    )
  }

  private final class Torn {
    @Injected var title: String?
    @Injected var number: Int?
  }

  @Test func valuesOfTwoActorsCannotBeInjectedTogether() async {
    let first = await MainActor.run {
      PropertyInjector { registry in
        registry.declare(Torn.self)
        registry.onMainActor { $0.register("number", instance: 7) }
      }
    }
    let findings = await addTitle(to: first).validate().findings
    #expect(findings.map(\.severity) == [.error])
    #expect(findings.first?.description.contains("No code can inject Torn") == true)
  }

  @StudioActor private func addTitle(to injector: PropertyInjector) -> PropertyInjector {
    injector.overriding { registry in
      registry.confined(to: StudioActor.shared) { $0.register("title", instance: "news") }
    }
  }

  @Test @MainActor func anArgumentOfAnActorBindsWhatItIsFor() {
    let injector = PropertyInjector { registry in
      registry.declare("label", \Shelf.label)
      registry.register("label", .initializer(Label.init(text:), .key("text")))
      registry.onMainActor { $0.register("text", instance: "news") }
    }
    #expect(injector.validate().findings.isEmpty)
    // An explanation is for the actor that asks for it.
    #expect(injector.explain(Shelf.self).properties.map(\.outcome) == [.filled])
    #expect(
      injector.explain(Shelf.self, isolation: nil).properties.map(\.outcome) == [.staysNil])
  }

  @Test @MainActor func anExplanationIsCertainOfTheActorThatItIsAskedOn() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare("label", \Shelf.label)
      registry.onMainActor { $0.register("label", instance: Label(text: "news")) }
    }
    let row = injector.explain(Shelf.self, isolation: nil).properties.first
    #expect(row?.outcome == .staysNil && row?.issue?.kindName == .bindingOnAnotherActor)
    #expect(!injector.injectDependencies(to: Shelf(), isolation: nil).didInject)
    #expect(injector.explain(Shelf.self).properties.map(\.outcome) == [.filled])
    #expect(injector.injectDependencies(to: Shelf()).didInject)
  }

  @MainActor private final class Hooked: @MainActor InjectionAware {
    @Injected var label: Label?
    func didInjectDependencies() {}
  }
  @MainActor private final class Hookless { @Injected var label: Label? }

  @Test @MainActor func aHookTellsTheActorOfItsClass() async {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { $0.register("label", instance: Label(text: "news")) }
    }
    #expect(injector.validate(including: Hooked()).findings.isEmpty)
    let hooked = Hooked()
    let elsewhere = await Task.detached { injector.validate(including: hooked) }.value
    #expect(elsewhere.findings.allSatisfy { $0.severity == ValidationReport.Severity.note })
    #expect(injector.validate(including: Hookless()).findings.isEmpty)
    let told = injector.overriding { registry in
      registry.onMainActor { $0.declare(Hookless.self) }
    }
    #expect(told.validate(including: Hookless()).findings.isEmpty)
  }

  @Test @StudioActor func theActorIsNamedBeforeAnotherMistake() async {
    let log = IssueLog()
    let injector = await makeStageInjector().overriding { registry in
      registry.issueHandler = { log.append($0) }
      registry.confined(to: StudioActor.shared) { registry in
        registry.register("title", .initializer({ (text: String) in text }, .dynamic))
      }
    }
    let row = injector.explain(Poster.self).properties.first
    #expect(row?.outcome == .staysNil && row?.issue?.kindName == .actorsDoNotMeet)
    await MainActor.run { _ = injector.injectDependencies(to: Poster()) }
    #expect(log.kinds == [.bindingOnAnotherActor])
  }

  private final class Film: Sendable { init(_ title: String, _ number: Int) {} }
  private final class Cinema { var film: Film? }

  @Test(arguments: [true, false])
  @StudioActor func argumentsOfTwoActorsNeverMeet(areOfOne: Bool) async {
    let first = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("film", .initializer(Film.init, .key("title"), .key("number")))
      registry.declare("film", \Cinema.film)
      registry.confined(to: StudioActor.shared) { $0.register("title", instance: "news") }
    }
    let injector =
      areOfOne
      ? first.overriding { registry in
        registry.confined(to: StudioActor.shared) { $0.register("number", instance: 7) }
      }
      : await MainActor.run {
        first.overriding { registry in
          registry.onMainActor { $0.register("number", instance: 7) }
        }
      }
    let row = injector.explain(Cinema.self).properties.first
    #expect(row?.outcome == (areOfOne ? .filled : .staysNil))
    #expect(row?.issue?.kindName == (areOfOne ? nil : .actorsDoNotMeet))
    #expect(injector.injectDependencies(to: Cinema()).didInject == areOfOne)
  }

  private final class Festival: Sendable { init(_ film: Film?) {} }
  private final class Town { var festival: Festival? }

  @Test @StudioActor func anOptionalArgumentOfTwoActorsIsNoPermanentNil() async {
    let first = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("film", .initializer(Film.init, .key("title"), .key("number")))
      registry.register("festival", .initializer(Festival.init, .key("film")))
      registry.declare("festival", \Town.festival)
      registry.confined(to: StudioActor.shared) { $0.register("title", instance: "news") }
    }
    let injector = await MainActor.run {
      first.overriding { registry in registry.onMainActor { $0.register("number", instance: 7) } }
    }
    let row = injector.explain(Town.self).properties.first
    #expect(row?.outcome == .staysNil && row?.issue?.kindName == .actorsDoNotMeet)
    #expect(!injector.injectDependencies(to: Town()).didInject)
    await MainActor.run { #expect(!injector.injectDependencies(to: Town()).didInject) }
  }

  private protocol Shining {}
  private final class Lamp: @MainActor Shining, Sendable {}
  private final class Room { var lamp: (any Shining)? }

  @Test func aProductThatConformsOnAnActorOnlyIsNotCalledFine() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("lamp") { Lamp() }
      registry.declare("lamp", \Room.lamp)
    }
    let row = injector.explain(Room.self).properties.first
    #expect(row?.outcome == .unverified)
    #expect(row?.issue?.description.contains("its value comes on an actor only") == true)
    #expect(!injector.injectDependencies(to: Room()).didInject)
  }

  @Test func anInstanceThatConformsOnAnActorOnlyIsNotCalledFine() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("lamp", instance: Lamp())
      registry.declare("lamp", \Room.lamp)
    }
    #expect(injector.explain(Room.self).properties.map(\.outcome) == [.unverified])
    #expect(!injector.injectDependencies(to: Room()).didInject)
  }

  @Test(arguments: [true, false])
  @MainActor func aPropertyOfAKeptProductBindsItToItsActor(isKept: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.declare("player", \Team.player)
      registry.register("player", in: isKept ? .singleton : .unique) { Numbered() }
      registry.declare("number", \Numbered.number)
      registry.onMainActor { $0.register("number", instance: 7) }
    }
    // A value for one use comes without its number.
    let rows = injector.explain(Team.self, isolation: nil).properties
    #expect(rows.map(\.outcome) == [isKept ? .staysNil : .filled])
    #expect(injector.injectDependencies(to: Team(), isolation: nil).didInject == !isKept)
  }

  private final class Numbered: @unchecked Sendable { var number: Int? }
  private final class Team { var player: Numbered? }

  @Test func propertiesOfTwoActorsCannotBeInjectedTogether() async {
    let first = await makeSharedInjector()
    let injector = await addStudioProperty(to: first)
    expectGoldenFindings(.actorsDoNotMeet, in: injector.validate().findings)
  }

  @Test func propertiesOfTwoActorsAreExplainedToStayNil() async {
    let injector = await addStudioProperty(to: makeSharedInjector()).overriding { registry in
      registry.register("one", instance: 1)
      registry.register("other", instance: "news")
    }
    let properties = injector.explain(Shared.self).properties
    #expect(properties.map(\.outcome) == [.staysNil, .staysNil])
    #expect(properties.map(\.issue?.kindName) == [.actorsDoNotMeet, .actorsDoNotMeet])
  }

  @MainActor private func makeSharedInjector() -> PropertyInjector {
    PropertyInjector { registry in
      registry.onMainActor { $0.declare("one", \Shared.one) }
    }
  }

  @StudioActor private func addStudioProperty(to injector: PropertyInjector) -> PropertyInjector {
    injector.overriding { registry in
      registry.confined(to: StudioActor.shared) { $0.declare("other", \Shared.other) }
    }
  }

  @Test @MainActor func anObjectOfAnotherActorIsExplainedWithoutReadingIt() async {
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.declare("title", \Poster.title)
        registry.register("title", instance: "news")
      }
    }
    let stage = Poster()
    #expect(injector.explain(stage).properties.map(\.state) == [.isNil])
    stage.title = "set"
    #expect(injector.explain(stage).properties.map(\.state) == [.isSet])
    let explained = await Elsewhere.explain(stage, with: injector)
    #expect(explained == [.notRead])
  }
}

@globalActor private actor StudioActor {
  static let shared = StudioActor()
}

private enum Elsewhere {
  @StudioActor static func explain(
    _ stage: Poster, with injector: PropertyInjector
  ) -> [InjectionExplanation.State] {
    injector.explain(stage).properties.map(\.state)
  }
}

@MainActor private final class Poster {
  var title: String?
}

private final class Shared {
  var one: Int?
  var other: String?
}

private struct Label: Sendable {
  init(text: String) {}
}

private final class Shelf {
  var label: Label?
}
