import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Checks of the properties of what bindings make, and of values that need each other.
@Suite struct ProductsInChecksTests {
  private protocol Linked: AnyObject {}
  private struct Job { @Required var missing: any Clock }
  private final class Task { @Injected var missing: (any Clock)? }

  private static let configurations: [(String, @Sendable (inout Registry) -> Void)] = [
    ("a struct", { $0.register("job") { Job() } }),
    ("a class", { $0.register("job") { Task() } }),
    (
      "a kept one",
      { registry in registry.unchecked { $0.register("job", in: .singleton) { Job() } } }
    ),
    ("of an initializer", { $0.register("job", .initializer { () -> Job? in Job() }) }),
  ]

  @Test(arguments: configurations.map(\.0))
  func theMarksOfWhatABindingMakesAreChecked(_ name: String) throws {
    let log = IssueLog()
    let configure = try #require(Self.configurations.first { $0.0 == name }).1
    let injector = PropertyInjector(reportingTo: log) { configure(&$0) }
    let findings = injector.validate().findings.filter { $0.issue.kindName != .unusedBinding }
    // An injected property may be optional.
    #expect(findings.map(\.severity) == [name == "a class" ? .warning : .error])
    let job: Any? = injector.instance(for: "job")
    // Without a required property it is of no use.
    #expect((job == nil) == (name != "a class"))
    #expect(log.kinds == [.unknownName] + (job == nil ? [.incomplete] : []))
    // The injection has shown what the mark asks for.
    #expect(injector.validate().errors.map(\.name) == ["missing"])
  }

  @Test func theMarksOfAProductOfAnyTypeAreKnownOnceItWasMade() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("job") { () -> Any? in Job() }
    }
    #expect(injector.validate().errors.isEmpty)
    let job: Any? = injector.instance(for: "job")
    #expect(job == nil && injector.validate().errors.map(\.name) == ["missing"])
  }

  @Test func anEagerSingletonThatHasBeenReportedIsFound() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { $0.register("job", in: .singleton(eager: true)) { Task() } }
    }
    #expect(log.kinds == [.unknownName])
    #expect(injector.validate().errors.map(\.name) == ["missing"])
  }

  // MARK: Layers

  private final class Radio: @unchecked Sendable { @Injected var clock: (any Clock)? }
  private final class Tuner: @unchecked Sendable { var clock: (any Clock)? }

  @Test(arguments: [false, true])
  func whatAParentKeepsLacksWhatOnlyTheChildHas(isDeclared: Bool) {
    let log = IssueLog()
    let house = PropertyInjector(reportingTo: log) { registry in
      registry.register("radio", in: .singleton) { Radio() }
      registry.register("tuner", in: .singleton) { Tuner() }
      registry.declare("clock", \Tuner.clock)
    }
    let player = house.overriding { registry in
      registry.register("clock", instance: StoppedClock(), fileID: "App/Player.swift", line: 3)
      registry.declare { Radio() }
    }
    let name = isDeclared ? "Tuner" : "Radio"
    let key = isDeclared ? "\"tuner\": Tuner" : "\"radio\": Radio"
    let words = """
      nothing is registered under "clock" in the injector that keeps the object, nor for its type alone, any Clock.
      """
    let remedy = """
      register a value of type any Clock there, or let the injector with the other one keep a \(key) \
      of its own, with setScope.
      """
    let findings = player.validate().errors.filter { $0.ownerText == name }
    #expect(findings.count == 1)
    let text = findings.first?.description ?? ""
    #expect(text.contains("\(name).clock stays nil: \(words)") && text.contains(remedy))
    #expect(text.contains("near           \"clock\": StoppedClock (App/Player.swift:3)"))
    if isDeclared {
      let tuner: Tuner? = player.instance(for: "tuner")
      #expect(tuner != nil && tuner?.clock == nil)
    } else {
      let radio: Radio? = player.instance(for: "radio")
      #expect(radio != nil && radio?.clock == nil)
    }
    let report = log.texts.first ?? ""
    #expect(report.contains("\(name).clock stayed nil: \(words)") && report.contains(remedy))
    #expect(report.contains("near           \"clock\": StoppedClock (App/Player.swift:3)"))
    let own = player.overriding { registry in
      registry.setScope(.singleton, for: .named("radio", Radio.self))
      registry.setScope(.singleton, for: .named("tuner", Tuner.self))
    }
    #expect(own.validate().errors.isEmpty)
  }

  // MARK: Values that need each other

  private final class Hand: @unchecked Sendable { var glove: Glove? }
  private final class Glove: @unchecked Sendable {
    var hand: Hand?
    init() {}
    init(_ hand: Hand) {}
  }

  @Test(arguments: [false, true])
  func twoValuesThatAreMadeForEachOtherAreFound(byInitializer: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("hand") { Hand() }
      if byInitializer {
        registry.register("glove", .initializer({ (hand: Hand) in Glove(hand) }, .key("hand")))
      } else {
        registry.register("glove") { Glove() }
        registry.declare("hand", \Glove.hand)
      }
      registry.declare("glove", \Hand.glove)
    }
    let errors = injector.validate().errors
    #expect(errors.map(\.kindName) == [.cycle])
    #expect(errors.first?.chain.count == 3)
    let hand: Hand? = injector.instance(for: "hand")
    #expect(hand != nil && log.kinds.contains(.cycle))
  }

  @Test func aKeptValueThatIsAnArgumentOfWhatItNeedsIsFine() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("hand", in: .singleton) { Hand() }
      registry.register("glove", .initializer({ (hand: Hand) in Glove(hand) }, .key("hand")))
      registry.declare("glove", \Hand.glove)
      registry.declare("hand", \Glove.hand)
      registry.declare("hand", \Person.hand)
    }
    #expect(injector.explain(Person.self).properties.map(\.outcome) == [.filled])
    let person = Person()
    injector.injectDependencies(to: person)
    #expect(person.hand?.glove != nil && log.issues.isEmpty)
    #expect(injector.validate().findings.isEmpty)
  }

  fileprivate protocol Spoke: AnyObject, Sendable {}
  private final class WoodenSpoke: Spoke { init(_ wheel: Wheel) {} }
  private final class Wheel: @unchecked Sendable {
    private var spokes: [Int: any Spoke] = [:]
    subscript(index: Int) -> (any Spoke)? {
      get { spokes[index] }
      set { spokes[index] = newValue }
    }
  }
  private final class Cart { var wheel: Wheel? }

  @Test func manyKeptValuesThatNeedEachOtherAreFine() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("wheel", in: .singleton) { Wheel() }
      for index in 0..<150 {
        registry.register(
          .named("spoke\(index)", (any Spoke).self), in: .singleton,
          .initializer({ (wheel: Wheel) -> (any Spoke)? in WoodenSpoke(wheel) }, .key("wheel")))
        registry.declare(.named("spoke\(index)", (any Spoke).self), \Wheel[index])
      }
      registry.declare("wheel", \Cart.wheel)
    }
    #expect(injector.validate().findings.isEmpty)
    let cart = Cart()
    injector.injectDependencies(to: cart)
    #expect(cart.wheel?[149] != nil && log.issues.isEmpty)
  }

  @MainActor private final class Screen: @MainActor Linked {}
  private final class Holder: @unchecked Sendable { var linked: (any Linked)? }
  private final class Desktop { var holder: Holder? }

  @concurrent private static func onNoActor(_ body: @Sendable () -> Bool) async -> Bool { body() }

  @Test @MainActor func aKeptValueBelongsToTheActorOfItsProperties() async {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("linked", instance: Screen())
      registry.register("holder", in: .singleton) { Holder() }
      registry.declare("linked", \Holder.linked)
      registry.declare("holder", \Desktop.holder)
    }
    #expect(injector.validate().findings.isEmpty)
    #expect(
      injector.explain(Desktop.self, isolation: nil).properties.map(\.outcome) == [.unverified])
    let isNil = await Self.onNoActor {
      let desktop = Desktop()
      injector.injectDependencies(to: desktop)
      return desktop.holder == nil
    }
    #expect(isNil)
  }

  private final class Person { var hand: Hand? }

  // MARK: What was filled once

  private protocol Playing: AnyObject, Sendable {}
  private final class Song: Playing {}
  private final class Album: Sendable { init(_ song: Song) {} }
  private final class Shelf {
    var song: Song?
    var album: Album?
  }

  @Test(arguments: [false, true])
  func aKeptProductThatHasFittedOnceIsNoFinding(isPropertyFirst: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("song", in: .singleton) { () -> any Playing in Song() }
      registry.register("album", .initializer(Album.init, .key("song")))
      if isPropertyFirst { registry.declare("song", \Shelf.song) }
      registry.declare("album", \Shelf.album)
      if !isPropertyFirst { registry.declare("song", \Shelf.song) }
    }
    let unsure = injector.validate().findings
    #expect(unsure.map(\.severity) == [.unverified, .unverified])
    #expect(unsure.allSatisfy { $0.issue.related.map(\.name) == ["song"] })
    #expect(injector.injectDependencies(to: Shelf()).injected.count == 2)
    #expect(injector.validate().findings.isEmpty)
  }

  // MARK: What is kept too long

  private final class Session: Sendable {}
  private final class Desk: @unchecked Sendable { @Injected var session: Session? }
  private final class Hub: @unchecked Sendable { @Injected var injector: PropertyInjector? }
  private final class Relay: @unchecked Sendable {
    weak var injector: PropertyInjector?
    init(_ hub: Hub) {}
  }

  @Test func aShorterScopeIsFoundThroughAMark() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("session", in: .cached) { Session() }
      registry.register("desk", in: .singleton) { Desk() }
    }
    let found = injector.validate().findings.filter { $0.severity > .note }
    #expect(found.map(\.issue.kindName) == [.shorterScope])
    #expect(found.first?.description.contains("through Desk.session.") == true)
  }

  @Test func aCachedValueOutlivesThatOfASession() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("session", in: .values(ScopedValues())) { Session() }
      registry.register("gate", in: .cached, .initializer(Gate.init, .key("session")))
    }
    #expect(injector.validate().errors.map(\.kindName) == [.shorterScope])
    #expect(injector.rehearse().errors.map(\.kindName) == [.shorterScope])
  }

  private final class Lobby: Sendable { init(_ sessions: [Session]) {} }
  private final class Gate: Sendable { init(_ session: Session) {} }

  @Test func aShorterScopeIsFoundThroughAWrapperAndAmongAll() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("session", in: .cached) { Session() }
      registry.register("guest", .initializer(Gate.init, .key("session")))
      registry.decorate(.named("guest", Gate.self)) { _, gate in gate }
      registry.register(
        "gate", in: .singleton, .initializer({ (gate: Gate) in [gate] }, .key("guest")))
      registry.register("lobby", in: .singleton, .initializer(Lobby.init))
    }
    let found = injector.validate().findings.filter { $0.issue.kindName == .shorterScope }
    #expect(Set(found.compactMap(\.issue.name)) == ["gate", "lobby"])
    #expect(found.contains { $0.description.contains("what \"guest\": Gate decorates") })
  }

  private protocol Ledger: Sendable {}
  private struct PlainLedger: Ledger {}
  private struct TracedLedger: Ledger {
    @Injected var session: Session?
    let inner: any Ledger
    init(_ inner: any Ledger = PlainLedger()) { self.inner = inner }
  }

  private final class Watcher: Sendable { init(_ ledger: any Ledger) {} }

  /// A decorator with marks, whose type only its closure knows.
  @Test(arguments: [true, false])
  func whatADecoratorMayMakeIsKeptTooLongByWhatTakesIt(isKept: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .values(ScopedValues())) { Session() }
      registry.register(in: .unique) { PlainLedger() as any Ledger }
      registry.decorate { _, ledger in TracedLedger(ledger) as any Ledger }
      registry.register(in: isKept ? .singleton : .unique, .initializer(Watcher.init))
      registry.declare { TracedLedger() }
      registry.declare(asks: .type(Watcher.self))
    }
    let found = injector.validate().findings.filter { $0.severity >= .warning }
    #expect(found.map(\.issue.kindName) == (isKept ? [.shorterScope] : []))
    let text = found.first.map { "\($0.issue)" } ?? ""
    #expect(!isKept || text.contains("if the type of any Ledger is TracedLedger, it keeps Session"))
  }

  @Test(arguments: [true, false])
  func whatAFactoryMayMakeForAProtocolMayKeepAValueTooLong(isDecorator: Bool) {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .values(ScopedValues())) { Session() }
      registry.unchecked { registry in
        registry.register(in: .singleton) {
          isDecorator ? PlainLedger() as any Ledger : TracedLedger() as any Ledger
        }
        if isDecorator { registry.decorate { _, ledger in TracedLedger(ledger) as any Ledger } }
      }
      registry.declare(asks: .type((any Ledger).self))
      registry.declare { TracedLedger() }
    }
    let report = injector.validate()
    let found = report.findings.filter { $0.severity > .note }
    #expect(found.map(\.severity) == [.warning])
    #expect(
      found.first?.description.contains(
        """
        has the scope .singleton; if its type is TracedLedger, it keeps Session, whose scope .values is shorter, in \
        TracedLedger.session.
        """) == true)
    #expect(throws: ValidationReport.self) { try report.requireClean() }
  }

  @Test func aTypeThatIsRegisteredItselfIsNotMeantByAnotherBinding() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      let session = ScopedValues()
      registry.register(in: .values(session)) { Session() }
      registry.unchecked { $0.register(in: .values(session)) { TracedLedger() } }
      registry.register(in: .singleton) { PlainLedger() as any Ledger }
      registry.declare(asks: .type((any Ledger).self))
      registry.declare(asks: .type(TracedLedger.self))
      registry.declare { TracedLedger() }
    }
    #expect(injector.validate().findings.isEmpty)
  }

  @Test func whatMayBeAnythingIsNotTakenForEachType() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .values(ScopedValues())) { Session() }
      registry.unchecked { registry in
        registry.register("any", in: .singleton) { PlainLedger() as Any }
        registry.register("object", in: .singleton) { PlainLedger() as AnyObject }
      }
      registry.declare(asks: .named("any", Any.self))
      registry.declare(asks: .named("object", AnyObject.self))
      registry.declare { TracedLedger() }
    }
    #expect(injector.validate().findings.isEmpty)
  }

  private final class Mast: Sendable {
    let injector: PropertyInjector
    init(_ injector: PropertyInjector) { self.injector = injector }
  }

  @Test func aKeptValueThatIsGivenItsInjectorIsNoted() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .singleton, fileID: "App/Setup.swift", line: 1) {
        (injector: PropertyInjector) in Mast(injector)
      }
      registry.declare(asks: .type(Mast.self))
    }
    let report = injector.validate()
    #expect(report.findings.map(\.severity) == [.note])
    expectGoldenFindings(.keptInjector, in: report.findings)
  }

  @Test func aKeptValueThatKeepsItsInjectorIsFound() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("hub", in: .singleton, fileID: "App/Setup.swift", line: 1) { Hub() }
      registry.register("relay", in: .singleton) { (injector: PropertyInjector) in
        injector.instance(for: InjectionKey<Hub>("hub")).map(Relay.init)
      }
      registry.declare("injector", \Relay.injector)
    }
    let found = injector.validate().findings.filter { $0.severity == .warning }
    expectGoldenFindings(.keptInjector, in: found)
  }

  private final class Canvas: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Required var brush: Brush
  }
  private final class Brush: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Required var palette: Palette
  }
  private final class Palette: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Required var canvas: Canvas
  }

  @Test func aValueOfAStoreThatHoldsItselfIsANote() {
    let values = ScopedValues()
    func register(_ registry: inout Registry) {
      registry.register(in: .values(values), fileID: "App/Setup.swift", line: 1) { Canvas() }
      registry.register(fileID: "App/Setup.swift", line: 2) { Brush() }
    }
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      register(&registry)
      registry.register(in: .values(values)) { Palette() }
    }
    let report = injector.validate()
    #expect(report.findings.allSatisfy { $0.severity == .note })
    expectGoldenFindings(.neverReleased, in: report.findings)
    var canvas = injector.instance(of: Canvas.self)
    weak let observed = canvas
    canvas = nil
    values.removeAll()
    #expect(observed != nil)
    observed?.brush.palette.canvas = Canvas()
    #expect(observed == nil)
  }

  private struct Easels: Sendable {
    let name: String
    let session = ScopedValues()
    let values = ScopedValues()
  }

  @Test func aValueThatHasItsStoreIsANote() {
    weak let observed: ScopedValues?
    do {
      let easels = Easels(name: "oak")
      observed = easels.values
      let injector = PropertyInjector(reportingTo: IssueLog()) {
        [values = easels.values] registry in
        registry.register(in: .values(values), fileID: "App/Setup.swift", line: 1) { easels }
      }
      let report = injector.validate()
      #expect(report.findings.allSatisfy { $0.severity == .note })
      expectGoldenFindings(
        .neverReleased, in: report.findings.filter { $0.issue.kindName == .neverReleased })
      #expect(injector.instance(of: Easels.self)?.name == "oak")
    }
    #expect(observed != nil)
    observed?.removeAll()
    #expect(observed == nil)
  }

  private struct Painter: Sendable { let easels: Easels? }

  @Test func aValueThatHasItsStoreThroughAnotherIsANoteAsWell() {
    let values = ScopedValues()
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(in: .values(values)) { Painter(easels: nil) }
    }
    let found = injector.validate().findings.filter { $0.issue.kindName == .neverReleased }
    #expect(found.count == 1)
    let way = "Painter.easels, Easels.session or Easels.values: if that"
    #expect(found.first?.description.contains(way) == true)
  }

  /// Without a sample it does not know whether the mark may be optional at all.
  @Test func aCheckAdvisesNoOptionalMark() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { $0.declare(Easel.self) }
    let texts = injector.validate().errors.map(\.description)
    #expect(!texts.isEmpty && !texts.contains { $0.contains("optional: true") }, "\(texts)")
  }

  @Test func aWeakPropertyOnTheWayEndsIt() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      let values = ScopedValues()
      registry.register(in: .values(values)) { Easel() }
      registry.declare("easel", \Sketch.easel)
      registry.register(in: .values(values)) { Sketch() }
    }
    #expect(!injector.validate().findings.contains { $0.issue.kindName == .neverReleased })
  }

  private final class Easel: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Required var sketch: Sketch
  }
  private final class Sketch: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    weak var easel: Easel?
  }

  // MARK: Use

  @Test func whatNothingAsksForIsOneNote() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("one", instance: 1)
      registry.register("two", instance: 2)
      registry.register("plug", instance: Session())
    }
    let notes = injector.validate().findings
    #expect(notes.map(\.severity) == [.note])
    #expect(
      notes[0].description.hasPrefix(
        "note: Nothing asks for \"one\": Int, \"plug\": Session, \"two\": Int.\n"))
    #expect(injector.instances(of: Session.self).count == 1)
    #expect(injector.validate().description.contains("for \"one\": Int, \"two\": Int."))
  }

  @Test func anUnusedBindingIsToldBesideMarksThatAreNotKnown() {
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register("session", instance: Session())
      registry.register("other", instance: 1)
      registry.declare(Desk.self)
    }
    let notes = injector.validate().findings
    #expect(
      notes.count == 1 && notes[0].description.hasPrefix("note: Nothing asks for \"other\": Int."))
  }
}
