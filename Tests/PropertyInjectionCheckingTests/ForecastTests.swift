import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Checks tell what an injection does: of each configuration, the forecast and the injection.
@Suite struct ForecastTests {
  final class Session: Sendable {}
  final class Service: Sendable {}

  // MARK: Declared types

  @MainActor final class Page { @Injected var service: Service? }

  @Test @MainActor func marksOfATypeThatIsDeclaredAsAWholeAreChecked() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.onMainActor { $0.declare(Page.self) }
    }
    #expect(injector.validate().findings.map(\.issue.name) == ["service"])
    #expect(injector.graph(including: Page.self).dot == injector.graph().dot)
    let complete = injector.overriding { $0.register("service", instance: Service()) }
    #expect(complete.validate().findings.isEmpty)
  }

  // MARK: Cycles

  final class Author: @unchecked Sendable { var editor: Editor? }
  final class Editor: @unchecked Sendable { var author: Author? }
  final class Reader: @unchecked Sendable {
    let author: Author?
    init(author: Author?) { self.author = author }
  }

  final class Hen: Sendable { init(egg: Egg) {} }
  final class Egg: Sendable { init(hen: Hen) {} }
  final class Farm: @unchecked Sendable { var hen: Hen? }
  final class Visitor { var farm: Farm? }

  @Test(arguments: ["unique", "singleton"])
  func aCycleBelowAPropertyOfAProductIsOnlyThatPropertys(_ scope: String) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(.type(Hen.self), .initializer(Hen.init(egg:)))
      registry.register(.type(Egg.self), .initializer(Egg.init(hen:)))
      registry.register("farm", in: scope == "unique" ? .unique : .singleton) { Farm() }
      registry.declare("hen", \Farm.hen, from: .byType)
      registry.declare("farm", \Visitor.farm)
    }
    #expect(injector.explain(Visitor.self).properties.map(\.outcome) == [.filled])
    #expect(injector.explain(Farm.self).properties.map(\.outcome) == [.staysNil])
    let visitor = Visitor()
    #expect(injector.injectDependencies(to: visitor).injected == ["farm"])
    #expect(visitor.farm?.hen == nil)
  }

  private func makePair(_ scope: InjectionScope, _ other: InjectionScope) -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("author", in: scope) { Author() }
      registry.register("editor", in: other) { Editor() }
      registry.declare("editor", \Author.editor)
      registry.declare("author", \Editor.author)
    }
  }

  @Test func scopedInstancesThatGetEachOtherThroughPropertiesAreFine() {
    let injector = makePair(.singleton, .cached)
    #expect(
      injector.validate().findings.filter { $0.severity > .note }.map(\.issue.kindName) == [
        .shorterScope
      ])
    #expect(injector.explain(Author.self).properties.map(\.outcome) == [.filled])
    let author: Author? = injector.instance(for: "author")
    #expect(author != nil && author?.editor?.author === author)
  }

  @Test func aKeptValueAndOneThatIsMadeAnewGetEachOther() {
    let injector = makePair(.singleton, .unique)
    #expect(injector.explain(Editor.self).properties.map(\.outcome) == [.filled])
    let editor = Editor()
    injector.injectDependencies(to: editor)
    #expect(editor.author?.editor?.author === editor.author && editor.author != nil)
  }

  @Test func aValueThatIsMadeAnewComesWithTheKeptOneThatNeedsIt() {
    let injector = makePair(.singleton, .unique)
    #expect(injector.explain(Author.self).properties.map(\.outcome) == [.filled])
    let author = Author()
    injector.injectDependencies(to: author)
    #expect(author.editor?.author?.editor?.author === author.editor?.author)
    #expect(author.editor?.author != nil)
  }

  // MARK: Arguments

  class Shape: @unchecked Sendable {}
  final class Circle: Shape, @unchecked Sendable {}
  final class Canvas: Sendable { init(_ circle: Circle) {} }
  final class Studio { var canvas: Canvas? }

  /// An `Any` that has fitted once need not fit where the factory finds another value.
  @Test func whatHasFittedInAnInjectorSaysNothingOfAnOverride() {
    final class Desk { var service: Service? }
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("own") { () -> Any? in Service() }
      registry.register("made") { (injector: PropertyInjector) -> Any? in
        injector.instance(for: .named("own", Any.self))
      }
      registry.declare("service", \Desk.service, from: "made")
    }
    #expect(injector.injectDependencies(to: Desk()).didInject)
    #expect(injector.explain(Desk()).properties.map(\.outcome) == [.filled])
    let other = injector.overriding { $0.register("own") { () -> Any? in 1 } }
    #expect(!other.injectDependencies(to: Desk()).didInject)
    #expect(other.explain(Desk()).properties.map(\.outcome) == [.unverified])
  }

  @Test(arguments: [true, false])
  func anArgumentThatMayNotFitIsNamedAndLearnt(isScoped: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("circle") { () -> Shape in Circle() }
      registry.register(
        "canvas", in: isScoped ? .singleton : .unique,
        .initializer(Canvas.init, .key("circle")))
      registry.declare("canvas", \Studio.canvas)
    }
    let text = injector.validate().findings.first?.description ?? ""
    #expect(
      text.hasPrefix(
        """
        unverified: Studio.canvas may stay nil: argument 1 of Canvas (Circle) may not come: its factory is \
        declared to make Shape, and only what it makes tells whether it is Circle.
        """))
    #expect(text.hasSuffix("declare the factory with the type Circle."))
    #expect(injector.injectDependencies(to: Studio()).didInject)
    #expect(injector.validate().findings.isEmpty)
  }

  final class Gallery: Sendable { init(_ canvas: Canvas) {} }
  final class Museum { var gallery: Gallery? }

  @Test func aPropertySaysWhichArgumentOfItsValueIsMissing() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("gallery", .initializer(Gallery.init, .byType))
      registry.register(.type(Canvas.self), .initializer(Canvas.init, .byType))
      registry.declare("gallery", \Museum.gallery)
    }
    let issue = try #require(injector.explain(Museum.self).properties.first?.issue)
    #expect(
      issue.description.hasPrefix(
        """
        Museum.gallery stays nil: its binding lacks argument 1 of Gallery (Canvas), which lacks argument 1 of \
        Canvas (Circle): nothing that is registered fits its type, Circle.
        """))
    #expect(issue.argumentPosition == 1 && issue.argumentReason == .unknownType)
    #expect(issue.argumentType == Circle.self)
  }

  @Test func aPropertySaysWhatIsNearAMissingArgumentOfItsValue() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("gallery", .initializer(Gallery.init, .key("canvsa")))
      registry.register("canvas", instance: Canvas(Circle()))
      registry.declare("gallery", \Museum.gallery)
    }
    let issue = try #require(injector.explain(Museum.self).properties.first?.issue)
    #expect(issue.description.contains(#"or ask for .key(.named("canvas", "#))
  }

  @Test func noAliasThatLeadsBackIsSuggested() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.alias(.named("wya", Service.self), to: .named("way", Service.self))
      registry.alias(.named("way", Service.self), to: .named("wa", Service.self))
      registry.declare("service", \Page2.service, from: "way")
    }
    let error = try #require(injector.validate().errors.first)
    #expect(error.kindName == .deadEnd && error.description.hasSuffix("or lead to another key."))
  }

  final class Ticket: Sendable { init(_ number: Int) {} }
  final class Desk { var ticket: Ticket? }

  @Test func aPropertyWithoutRunTimeArgumentsIsReportedInTheSameWords() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("ticket") { (_: PropertyInjector, number: Int) in Ticket(number) }
      registry.declare("ticket", \Desk.ticket)
    }
    injector.injectDependencies(to: Desk())
    func lines(_ text: String?) -> [Substring] {
      (text ?? "").split(separator: "\n").filter { !$0.contains("injected at") }
    }
    let forecast = injector.validate().errors.first?.description
    #expect(lines(forecast?.replacing("stays nil", with: "stayed nil")) == lines(log.texts.first))
    #expect(log.texts.first?.contains("look it up with them and set the property") == true)
  }

  @Test(arguments: ["unique", "singleton"])
  func anArgumentThatTakesRunTimeArgumentsIsReportedInTheSameWords(_ scope: String) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("queue", .initializer({ (_: Ticket) -> Egg? in nil }, .byType))
      let scope = scope == "unique" ? InjectionScope.unique : .singleton
      registry.register(.type(Ticket.self), in: scope, .initializer(Ticket.init, .dynamic))
    }
    let queue: Egg? = injector.instance(for: "queue")
    #expect(queue == nil)
    let made = log.issues.filter { $0.kindName == .unresolvedArgument }
    #expect(made.map(\.argumentReason) == [.wrongArguments])
    func lines(_ issue: InjectionIssue?) -> [Substring] {
      (issue?.description ?? "").replacing("was not made", with: "cannot be made")
        .split(separator: "\n")
        .filter { !$0.hasPrefix("  asked for at") && !$0.hasPrefix("  for ") }
    }
    let forecast = injector.validate().errors.filter { $0.kindName == .unresolvedArgument }
    #expect(forecast.count == 1)
    #expect(lines(forecast.first) == lines(made.first))
  }

  @Test func anArgumentThatIsBoundToAccessorsIsReportedInTheSameWords() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.intercept(InjectionKey<Int>("number"), get: { _ in 1 })
      registry.register(.type(Ticket.self), .initializer(Ticket.init, .key("number")))
    }
    #expect(injector.instance(of: Ticket.self) == nil)
    #expect(log.issues.map(\.argumentReason) == [.accessorWithoutMark])
    let cause = "it lacks argument 1, Int: its binding gives a getter or a setter, which only"
    #expect(log.texts.first?.contains("was not made, because " + cause) == true)
    let forecast = injector.validate().errors.first?.description
    #expect(forecast?.contains("cannot be made, because " + cause) == true)
  }

  // MARK: Scopes

  final class Holder: @unchecked Sendable { var session: Session? }
  final class Watcher: @unchecked Sendable { weak var session: Session? }
  final class Middle: Sendable { init(_ session: Session) {} }
  final class Top: Sendable { init(_ middle: Middle) {} }

  @Test func aValueOfAShorterScopeIsFoundWhereverItIsHeld() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("session", in: .cached) { Session() }
      registry.register("holder", in: .singleton) { Holder() }
      registry.register("watcher", in: .singleton) { Watcher() }
      registry.declare("session", \Holder.session)
      registry.declare("session", \Watcher.session)
      registry.register(.type(Middle.self), .initializer(Middle.init, .key("session")))
      registry.register("top", in: .singleton, .initializer(Top.init, .byType))
    }
    let issues = injector.validate().findings.map(\.issue).filter { $0.kindName == .shorterScope }
    #expect(issues.map(\.name) == ["holder", "top"])
    let texts = issues.map(\.description)
    #expect(texts[0].contains(", through Holder.session.\n"))
    #expect(
      texts[1].contains(
        ", through argument 1 of Top (Middle) -> argument 1 of Middle (Session).\n"))
  }

  @Test func aWeakReferenceToAValueOfARequestIsFoundToo() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .values(ScopedValues())) { Session() }
      registry.register(in: .singleton) { Watcher() }
      registry.declare("session", \Watcher.session)
      registry.declare(asks: .type(Watcher.self))
    }
    let findings = injector.validate().findings
    #expect(findings.map(\.issue.kindName) == [.shorterScope])
  }

  // MARK: Aliases

  @Test func aMistakeOfAnAliasIsOneFinding() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("service", instance: Service())
      registry.alias("a", to: .named("b", Service.self))
      registry.alias("b", to: .named("servcie", Service.self))
      registry.alias("c", to: .named("b", Service.self))
      registry.declare("service", \Page2.service, from: "a")
    }
    let errors = injector.validate().errors
    #expect(errors.map(\.kindName) == [.deadEnd])
    #expect(errors.first?.name == "service")
    #expect(errors.first?.description.hasSuffix(#"or lead to "service"."#) == true)
  }

  final class Page2 { var service: Service? }

  @Test func aLongChainOfAliasesIsFollowedToItsEnd() {
    let count = 400
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("0", instance: Service())
      for number in 1...count {
        registry.alias(
          .named("\(number)", Service.self), to: .named("\(number - 1)", Service.self))
      }
      registry.declare("service", \Page2.service, from: .named("\(count)"))
    }
    #expect(injector.validate().findings.isEmpty)
    let broken = injector.overriding { $0.remove(allNamed: "0") }
    #expect(broken.validate().errors.count == 1)
  }

  final class Easel { var shape: Shape? }

  /// Aliases of two types in turn, each of which leads to the one before; the first leads to a circle.
  private func makeTurns<Odd>(_ count: Int, _ odd: Odd.Type) -> PropertyInjector {
    PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("0", instance: Circle())
      registry.alias(.named("1", odd), to: .named("0", Circle.self))
      for number in 2...count {
        let (name, target) = ("\(number)", "\(number - 1)")
        if number.isMultiple(of: 2) {
          registry.alias(.named(name, Circle.self), to: .named(target, odd))
        } else {
          registry.alias(.named(name, odd), to: .named(target, Circle.self))
        }
      }
      registry.declare("shape", \Easel.shape, from: "\(count)")
    }
  }

  @Test func aLongChainOfAliasesOfTwoTypesIsFollowedToItsEnd() {
    let injector = makeTurns(400, Shape.self)
    #expect(injector.validate().findings.isEmpty)
    #expect(injector.injectDependencies(to: Easel()).didInject)
  }

  @Test func anAliasOfATypeThatTheEndDoesNotFitIsADeadEnd() {
    let injector = makeTurns(4, Session.self)
    #expect(injector.validate().errors.map(\.kindName) == [.deadEnd])
    #expect(!injector.injectDependencies(to: Easel()).didInject)
    let circles: [Circle?] = ["2", "4"].map { injector.instance(for: $0) }
    let sessions: [Session?] = ["1", "3"].map { injector.instance(for: $0) }
    #expect(circles.allSatisfy { $0 == nil } && sessions.allSatisfy { $0 == nil })
  }

  // MARK: Optional properties

  @Test func anOptionalPropertyWhoseBindingCannotGiveItsValueIsAMistake() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("ticket", .initializer(Ticket.init, .dynamic))
      registry.declare("ticket", \Desk.ticket, optional: true)
    }
    #expect(injector.validate().errors.map(\.kindName) == [.wrongArguments])
    injector.injectDependencies(to: Desk())
    #expect(log.kinds == [.wrongArguments])
  }

  @Test func anOptionalPropertyOfAnotherTypeIsNotNilOnPurpose() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("service", instance: "a text")
      registry.declare("service", \Page2.service, optional: true)
    }
    #expect(injector.validate().findings.map(\.severity) == [.warning])
    #expect(injector.explain(Page2.self).properties.first?.issue?.kindName == .noFittingType)
    #expect(!injector.injectDependencies(to: Page2()).didInject)
  }
}

/// Forecasts of values that are made for each other, and what an injection gives.
@Suite struct ForecastOfMakingTests {
  private struct Missing: Sendable {}
  private final class One: @unchecked Sendable {
    var other: Other?
    init(_ missing: Missing) {}
  }
  private final class Other: @unchecked Sendable { init(_ one: One) {} }
  private final class Both {
    var one: One?
    var other: Other?
  }

  @Test(arguments: [false, true])
  func aMistakeWithinACycleIsFoundFromEachOfItsValues(isReversed: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      if isReversed { registry.declare("other", \Both.other) }
      registry.declare("one", \Both.one)
      if !isReversed { registry.declare("other", \Both.other) }
      registry.declare("other", \One.other)
      registry.register("one", in: .singleton, .initializer({ (it: Missing) -> One? in One(it) }))
      registry.register("other", in: .singleton, .initializer({ (it: One) -> Other? in Other(it) }))
    }
    let outcomes = injector.explain(Both.self).properties.map(\.outcome)
    #expect(outcomes == [.staysNil, .staysNil])
    #expect(injector.validate().errors.filter { $0.ownerType == Both.self }.count == 2)
    #expect(!injector.injectDependencies(to: Both()).didInject)
  }

  /// A struct cannot be filled later.
  private struct Marked: @unchecked Sendable { @Injected var needing: Needing? }
  private final class Needing: @unchecked Sendable { init(_ marked: Marked) {} }
  private final class Owner { @Injected var needing: Needing? }

  @Test func aCycleThroughAKnownMarkIsNotCalledFine() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("needing", .initializer(Needing.init, .byType))
      registry.register("marked", in: .singleton) { Marked() }
    }
    let severities = injector.validate(including: Owner(), Marked()).findings
      .filter { $0.issue.ownerType == Owner.self }.map(\.severity)
    #expect(severities == [.error])
    #expect(!injector.injectDependencies(to: Owner()).didInject)
  }

  private final class Room { var needing: Needing? }

  @Test func aCycleThroughAMarkOfWhichNothingIsKnownIsNotCalledFine() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("needing", .initializer(Needing.init, .byType))
      registry.register("marked", in: .singleton) { Marked() }
      registry.declare("needing", \Room.needing)
    }
    let row = try #require(injector.explain(Room.self).properties.first)
    #expect(row.outcome == .unverified)
    #expect(row.issue?.description.contains("declare a sample of its type") == true)
    #expect(!injector.injectDependencies(to: Room()).didInject)
  }

  @Test func aCycleIsNotHiddenByAnotherDoubt() throws {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(
        "needing",
        .initializer({ (_: Missing?, marked: Marked) in Needing(marked) }, .byType, .byType))
      registry.register(
        .type(Missing.self), .initializer({ (_: String) in Missing() }, .key("nowhere")))
      registry.register("marked", in: .singleton) { Marked() }
      registry.declare("needing", \Room.needing)
    }
    let issue = try #require(injector.explain(Room.self).properties.first?.issue)
    #expect(issue.description.contains("leads back to itself"))
  }

  private final class Later: @unchecked Sendable {
    @Injected(lazy: true) var needing: LaterNeeding?
  }
  private final class LaterNeeding: @unchecked Sendable { init(_ later: Later) {} }
  private final class LaterOwner { @Injected("needing") var later: LaterNeeding? }

  @Test func aCycleThroughAMarkThatIsKnownToBeLazyIsFine() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("needing", .initializer(LaterNeeding.init, .byType))
      registry.register("later", in: .singleton) { Later() }
    }
    #expect(injector.validate(including: LaterOwner(), Later()).findings.isEmpty)
    #expect(injector.injectDependencies(to: LaterOwner()).didInject)
  }

  private final class Node: @unchecked Sendable { @Injected var node: Node? }
  private final class Tree { var node: Node? }

  @Test func aValueForOneUseComesAlthoughAPropertyOfItsOwnStaysNil() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("node", in: .unique) { Node() }
      registry.declare("node", \Tree.node)
    }
    #expect(injector.explain(Tree.self).properties.map(\.outcome) == [.filled])
    // The mark of the product may ask for another key.
    #expect(injector.validate().findings.map(\.severity) == [.unverified])
    #expect(injector.injectDependencies(to: Tree()).didInject)
    #expect(injector.validate().errors.map(\.kindName) == [.cycle])
  }

  private final class Selfish: Sendable { init(_ other: Selfish?) {} }
  private final class Patient { var selfish: Selfish? }

  @Test func aCycleThroughAnOptionalArgumentIsCertain() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("selfish", .initializer(Selfish.init, .key("selfish")))
      registry.declare("selfish", \Patient.selfish)
    }
    #expect(injector.explain(Patient.self).properties.first?.issue?.kindName == .cycle)
    #expect(!injector.injectDependencies(to: Patient()).didInject && log.kinds == [.cycle])
  }

  @Test func aCycleIsToldFromTheBindingThatIsAskedFor() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        "one", .initializer({ (it: Other) -> One? in One(Missing()) }, .key("other")))
      registry.register("other", .initializer({ (it: One) -> Other? in Other(it) }, .key("one")))
      registry.declare("one", \Both.one)
      registry.declare("other", \Both.other)
    }
    let forecast = injector.explain(Both.self).properties.compactMap { $0.issue?.chain }
    let both = Both()
    injector.injectDependencies(to: both)
    #expect(forecast == log.issues.map(\.chain) && forecast.map(\.count) == [3, 3])
  }

  private final class Part: Sendable {}
  private final class Holder: @unchecked Sendable { @Injected var part: Part? }
  private final class HolderOwner { @Injected var holder: Holder? }

  @Test func aProductWhoseMarkNeedsAnActorBelongsToIt() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("part") { @MainActor () -> Part? in Part() }
      registry.register("holder", in: .singleton) { Holder() }
    }
    let findings = injector.validate(including: HolderOwner(), Holder(), isolation: nil).findings
    #expect(findings.map(\.severity) == [.unverified, .unverified])
    let rows = injector.explain(HolderOwner(), isolation: nil).properties
    #expect(rows.map(\.outcome) == [.staysNil])
    #expect(!injector.injectDependencies(to: HolderOwner(), isolation: nil).didInject)
  }

  private final class Hooked: @MainActor InjectionAware, @unchecked Sendable {
    @Injected var part: Part?
    @MainActor func didInjectDependencies() {}
  }
  private final class HookedOwner { @Injected var hooked: Hooked? }

  @Test func aProductWhoseHookNeedsAnActorIsNotCalledFine() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("part", instance: Part())
      registry.register("hooked") { Hooked() }
    }
    let findings = injector.validate(including: HookedOwner(), Hooked(), isolation: nil).findings
    #expect(findings.isEmpty)
    let rows = injector.explain(HookedOwner(), isolation: nil).properties
    #expect(rows.map(\.outcome) == [.unverified])
    #expect(!injector.injectDependencies(to: HookedOwner(), isolation: nil).didInject)
  }

  private class Base: @unchecked Sendable {
    @Injected private var part: Part?
    final var basePart: Part? { part }
  }
  private final class Derived: Base, @unchecked Sendable {
    @Injected("text") private var part: String?
  }

  @Test func twoPrivateMarksOfANameAreToldApart() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("part", instance: Part())
      registry.register("text", instance: "text")
    }
    let object = Derived()
    #expect(injector.validate(including: object).findings.isEmpty)
    #expect(injector.explain(object).properties.map(\.outcome) == [.filled, .filled])
    #expect(injector.injectDependencies(to: object).injected == ["part", "part"])
    #expect(object.basePart != nil && injector.explain(Derived.self).properties.count == 2)
    #expect(injector.explain(Derived.self).properties.map(\.outcome) == [.filled, .filled])
  }
}
