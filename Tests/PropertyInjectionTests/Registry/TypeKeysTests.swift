import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A type is a key: a property's type alone answers if nothing of its name does.
@Suite struct TypeKeysTests {
  protocol Store: Sendable { var name: String { get } }
  struct FileStore: Store { var name = "file" }
  struct FakeStore: Store { var name = "fake" }
  struct Counting: Store {
    let inner: any Store
    var name: String { "counted \(inner.name)" }
  }
  final class Timetable: Sendable {}

  final class Board {
    @Injected var store: (any Store)?
    @Injected var backup: (any Store)?
    @Injected("archive") var archive: (any Store)?
    var timetable: Timetable?
  }

  // MARK: Registering without a key

  @Test func eachVerbTakesItsKeyFromTheValue() {
    final class Desk {
      @Injected var store: (any Store)?
      @Injected var timetable: Timetable?
      @Injected var tags: [String]?
      @Injected var number: Int?
    }
    let injector = PropertyInjector { registry in
      registry.register(.type((any Store).self), in: .singleton, .initializer({ FileStore() }))
      registry.decorate { _, store in Counting(inner: store) as any Store }
      registry.register(in: .singleton) { Timetable() }
      registry.register { ["a"] }
      registry.register { injector in injector.instance(of: [String].self)?.count }
    }
    let (one, other) = (injector.injected(Desk()), injector.injected(Desk()))
    #expect(one.store?.name == "counted file" && one.tags == ["a"] && one.number == 1)
    #expect(one.timetable != nil && one.timetable === other.timetable)
  }

  @Test func aScopeOrAKeyTellsAProviderFromAKey() {
    let injector = PropertyInjector { registry in
      registry.register(in: .unique, .initializer(Timetable.init))
      registry.register(.type(FileStore.self), .initializer({ FileStore() }))
    }
    #expect(injector.instance(of: Timetable.self) != nil)
    #expect(injector.instance(of: FileStore.self) != nil)
  }

  @Test @MainActor func theRegistryOfAnActorDoesTheSame() {
    final class Draft { var text = "draft" }
    final class Screen {
      var draft: Draft?
      @Injected var title: String?
      @Injected var row: Substring?
    }
    let draft = Draft()
    let injector = PropertyInjector { registry in
      registry.onMainActor { registry in
        registry.register(instance: draft)
        registry.register(in: .singleton) { draft.text }
        registry.decorate { _, text in "\(text)!" }
        registry.register { (injector: PropertyInjector) in
          injector.instance(of: String.self)?.dropLast()
        }
        registry.declare("draft", \Screen.draft)
      }
    }
    let screen = injector.injected(Screen())
    #expect(screen.draft === draft && screen.title == "draft!" && screen.row == "draft")
  }

  @Test func anAliasOfATypeNeedsOneKey() {
    let injector = PropertyInjector { registry in
      registry.register("file", instance: FileStore() as any Store)
      registry.alias(to: InjectionKey<any Store>.named("file"))
      registry.register(.volume, instance: 11)
      registry.alias(to: .volume)
    }
    #expect(injector.injected(Board()).backup?.name == "file")
    #expect(injector.injected(Radio()).volume == 11 && injector.instance(of: Int.self) == 11)
  }

  @Test func accessorsOfATypeAreThoseOfEachOfItsProperties() {
    final class Mixer {
      @Injected var left: Double?
      @Injected var right: Double?
      @Injected("own") var own: Double?
    }
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.intercept(get: { (property: InterceptedProperty<Double>) in
        property.name == "left" ? 1 : 2
      })
    }
    let mixer = injector.injected(Mixer())
    #expect(mixer.left == 1 && mixer.right == 2 && mixer.own == nil)
  }

  // MARK: Asking

  @Test func aPropertyTakesItsNameFirstAndThenItsType() {
    let injector = PropertyInjector { registry in
      registry.register(instance: FileStore() as any Store)
      registry.register("backup", instance: FileStore(name: "second"))
      registry.register("archive", instance: FileStore(name: "third"))
      registry.register(instance: Timetable())
      registry.declare("timetable", \Board.timetable)
    }
    let board = injector.injected(Board())
    #expect(board.store?.name == "file" && board.backup?.name == "second")
    #expect(board.archive?.name == "third" && board.timetable != nil)
  }

  @Test func aNameInAnOlderLayerGoesBeforeATypeInANewer() {
    let injector = PropertyInjector { registry in
      registry.register("store", instance: FileStore(name: "named"))
    }.overriding { $0.register(instance: FakeStore() as any Store) }
    let board = injector.injected(Board())
    #expect(board.store?.name == "named" && board.backup?.name == "fake")
  }

  @Test func theTypeOfTheNewestLayerAnswers() {
    let injector = PropertyInjector { registry in
      registry.register(instance: FileStore() as any Store)
    }.overriding { $0.register(instance: FakeStore() as any Store) }
    #expect(injector.injected(Board()).store?.name == "fake")
    #expect(injector.instance(of: (any Store).self)?.name == "fake")
  }

  @Test func aNameThatDoesNotFitDoesNotStandInTheWay() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: 3)
      registry.register(instance: FileStore() as any Store)
    }
    #expect(injector.injected(Board()).store?.name == "file")
    #expect(log.kinds == [.unknownName], "of the archive")
    let override = injector.overriding { $0.register("store", instance: "text") }
    #expect(override.injected(Board()).store?.name == "file")
    #expect(override.validate().findings.map(\.issue.kindName).contains(.overrideDoesNotFit))
  }

  @Test func aKeyThatIsWrittenOutIsAnsweredByNothingElse() {
    final class House {
      var color: String?
      var number: Int?
      @Injected("own") var own: (any Store)?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: "red")
      registry.register(instance: 7)
      registry.register(instance: FileStore() as any Store)
      registry.register("made", .initializer({ (number: Int) in "\(number)" }, .key("count")))
      registry.declare("color", \House.color, from: "color")
      registry.declare("number", \House.number, from: "houseNumber")
    }
    let house = injector.injected(House())
    #expect(house.color == nil && house.number == nil && house.own == nil)
    #expect(injector.instance(for: .named("made", String.self)) == nil)
    #expect(injector.instance(for: .named("store", (any Store).self)) == nil)
    #expect(!injector.contains(.named("store", (any Store).self)))
    #expect(log.kinds.filter { $0 != .unresolvedArgument }.allSatisfy { $0 == .unknownName })
  }

  /// The words are in `IssueTextTests`.
  @Test func onlyExactlyItsTypeAnswers() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register(instance: FileStore()) }
    #expect(injector.injected(Board()).store == nil && log.kinds.first == .unknownName)
    #expect(
      injector.overriding { $0.register(instance: FakeStore() as any Store) }
        .injected(Board()).store?.name == "fake")
  }

  // MARK: What ends there

  @Test(arguments: [false, true])
  func nilOnPurposeIsAnAnswer(ofItsName: Bool) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      if ofItsName {
        registry.register(instance: Timetable())
        registry.registerNil(.named("timetable", Timetable.self))
      } else {
        registry.registerNil(.type(Timetable.self))
      }
      registry.declare("timetable", \Board.timetable)
      registry.declare("store", \Board.store, optional: true)
      registry.declare("backup", \Board.backup, optional: true)
      registry.declare("archive", \Board.archive, optional: true)
    }
    let board = Board()
    let result = injector.injectDependencies(to: board)
    #expect(board.timetable == nil && log.issues.isEmpty)
    #expect(result.unfilled.map(\.reasonName).contains(.boundToNil))
  }

  @Test func anAliasOfTheNameThatLeadsNowhereEndsThere() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore() as any Store)
      registry.alias(.named("store", (any Store).self), to: "nowhere")
    }
    #expect(injector.injected(Board()).store == nil)
    #expect(log.kinds.contains(.deadEnd))
  }

  @Test func aFactoryOfTheNameThatMayFitIsTakenAndNothingElse() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store") { 3 as any Sendable }
      registry.register(instance: FileStore() as any Store)
    }
    let board = injector.injected(Board())
    #expect(board.store == nil && board.backup?.name == "file")
    #expect(log.kinds.contains(.productDoesNotFit))
  }

  @Test func aDecoratorOfANameHasNoTypeToDecorate() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore() as any Store)
      registry.decorate("store") { _, store in Counting(inner: store) as any Store }
    }
    #expect(injector.injected(Board()).store?.name == "file")
    #expect(log.kinds.first == .nothingToDecorate)
    #expect(
      log.texts.first?.contains("or leave out the name: it is registered without one.") == true)
  }

  @Test func aDecoratorThatReturnsItsWrapperIsReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FileStore() as any Store)
      registry.decorate { _, store in Counting(inner: store) }
    }
    #expect(injector.instance(of: (any Store).self)?.name == "file")
    #expect(log.kinds == [.nothingToDecorate])
    #expect(
      log.texts.first?.contains("let the closure return it as that, as any P.") == true)
  }

  @Test func aNarrowerTypeIsToldTheRegisteredOne() {
    final class Shelf {
      @Injected var store: FakeStore?
      @Injected(.byType) var other: FakeStore?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(instance: FakeStore() as any Store)
    }
    let shelf = injector.injected(Shelf())
    #expect(shelf.store == nil && shelf.other != nil && log.kinds == [.unknownName])
    #expect(
      log.texts.first?.contains("or let it be of the type any Store, which is registered.") == true)
  }

  @Test func aDecoratorOfATypeMakesNoTypeOfAName() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("store", instance: FileStore() as any Store)
      registry.decorate { _, store in Counting(inner: store) as any Store }
    }
    #expect(injector.instance(of: (any Store).self)?.name == "counted file")
    #expect(injector.injected(Board()).backup == nil)
    #expect(log.kinds.allSatisfy { $0 == .unknownName })
  }

  @Test func aDecoratorOfAModuleWrapsTheFake() {
    let app = InjectionModule("App") { registry in
      registry.register(instance: FileStore() as any Store)
      registry.decorate { _, store in Counting(inner: store) as any Store }
    }
    let injector = PropertyInjector(app) { $0.register(instance: FakeStore() as any Store) }
    #expect(injector.injected(Board()).store?.name == "counted fake")
  }

  struct Page: Constructible { static var provider: Provider<Page> { .initializer({ Page() }) } }

  @Test(arguments: [false, true])
  func aTypeThatMakesItselfIsAskedByTypeOnly(isScopeSet: Bool) {
    final class Book {
      @Injected var page: Page?
      @Injected(.byType) var other: Page?
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      if isScopeSet { registry.unchecked { $0.setScope(.singleton, for: .type(Page.self)) } }
    }
    let book = injector.injected(Book())
    #expect(book.page == nil && book.other != nil && log.kinds == [.unknownName])
  }

  // MARK: Which way

  @Test func whatIsToldSaysThatItCameByItsType() {
    let injector = PropertyInjector { registry in
      registry.register(instance: FileStore() as any Store, fileID: "App/Setup.swift", line: 1)
      registry.register("archive", instance: FileStore())
      registry.alias(.named("backup", (any Store).self), to: .byType)
      registry.registerNil(.type(Timetable.self))
    }
    var points: [String] = []
    let board = Board()
    let result = injector.injectDependencies(to: board) { point in
      points.append("\(point)")
      return .asUsual
    }
    #expect(result.injected == ["store", "backup", "archive"])
    #expect(result.properties.map(\.description) == ["store (by its type)", "backup", "archive"])
    let rows = "\(injector.explain(Board()))".split(separator: "\n").map(String.init)
    let row = rows.first { $0.hasPrefix("  store") } ?? ""
    #expect(row.hasSuffix("any Store (App/Setup.swift:1), by its type"))
    #expect(rows.count { $0.contains("by its type") } == 1)
    let graph = injector.graph(including: Board()).mermaid
    #expect(graph.split(separator: "-- by type -->").count == 2)
  }

  @Test func aHandlerIsToldThatItCameByItsType() {
    let lines = Locked<[String]>([])
    let injector = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.register(instance: FileStore() as any Store)
      registry.injectionHandler = { point in lines.withLock { $0.append("\(point)") } }
    }
    injector.injectDependencies(to: Board())
    #expect(
      lines.withLock { $0 } == [
        "Board.store <- any Store, by its type", "Board.backup <- any Store, by its type",
      ])
  }

  // MARK: Kinds of properties

  @Test func structsLazyAndRequiredPropertiesAndSubclassesTakeTheirType() {
    struct Label { var store: (any Store)? }
    class Base { @Required var store: any Store }
    final class Derived: Base { @Injected(lazy: true) var timetable: Timetable? }
    let injector = PropertyInjector { registry in
      registry.register { FileStore() as any Store }
      registry.register(in: .weak) { Timetable() }
      registry.declare("store", \Label.store)
    }
    var label = Label()
    injector.injectDependencies(to: &label)
    let derived = injector.injected(Derived())
    #expect(label.store?.name == "file" && derived.store.name == "file")
    #expect(derived.timetable != nil && derived.timetable === derived.timetable)
  }
}
