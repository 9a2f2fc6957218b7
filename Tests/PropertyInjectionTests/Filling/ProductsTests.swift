import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What the injector makes, it injects, before anybody else sees it.
@Suite struct ProductsTests {
  @Test("Rule 10: an initializer's product is injected, hook included")
  func productsAreInjected() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.declare("number", \Product.number)
      registry.register(.type(Product.self), .initializer(Product.init))
    }
    let product = injector.instance(of: Product.self)
    #expect(product?.number == 7 && product?.hooks == 1)
  }

  @Test("Rule 10: a factory's product is injected, hook included")
  func productsOfFactoriesAreInjected() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.declare("number", \Product.number)
      registry.register("plain") { Product() }
      registry.register("asking") { injector in
        _ = injector.instance(for: .named("number")) as Int?
        return Product()
      }
      registry.register("forWhat", .perPoint { _, _ in Product() })
      registry.register("withArgument") { (_: PropertyInjector, _: Int) in Product() }
      registry.register("provided", .object(ProductProvider()))
      registry.register("kept", in: .singleton) { SharedProduct() }
    }
    for name in ["plain", "asking", "forWhat", "provided"] {
      let product: Product? = injector.instance(for: .named(name))
      #expect(product?.number == 7 && product?.hooks == 1, "\(name)")
    }
    let made: Product? = injector.instance(for: "withArgument", 1)
    #expect(made?.number == 7 && made?.hooks == 1)
    let kept: SharedProduct? = injector.instance(for: "kept")
    let again: SharedProduct? = injector.instance(for: "kept")
    #expect(kept?.number == 7 && kept === again)
  }

  @Test func whatAFactoryHasInjectedItselfHasItsHookCalledOnce() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.declare("number", \Product.number)
      registry.register("product") { injector in
        let product = Product()
        injector.injectDependencies(to: product)
        return product
      }
    }
    let product: Product? = injector.instance(for: "product")
    #expect(product?.number == 7 && product?.hooks == 1)
  }

  @MainActor @Test func whatFactoriesOfAnActorMakeIsInjectedThere() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.register("theme") { @MainActor in Panel() }
      registry.onMainActor { registry in
        registry.declare("number", \Panel.number)
        registry.register("panel") { Panel() }
      }
    }
    #expect((injector.instance(for: "theme") as Panel?)?.number == 7)
    #expect((injector.instance(for: "panel") as Panel?)?.number == 7)
  }

  private func lookUp(_ way: String, _ injector: PropertyInjector) throws -> SharedProduct? {
    switch way {
    case "by name": injector.instance(for: "kept")
    case "by type": injector.instance(of: SharedProduct.self)
    case "required": try injector.require(.type(SharedProduct.self))
    case "passed on":
      injector.instance(for: .named("other", (any SharedNumber).self)) as? SharedProduct
    case "all": injector.instances(of: SharedProduct.self).first
    default: injector.instances(of: SharedProduct.self).first
    }
  }

  /// A program may guard it by itself, and set its property to nil.
  @Test(
    arguments: ["by name", "by type", "required", "passed on", "all", "instances"],
    ["instance", "singleton", "weak", "cached", "store"])
  func whatAFactoryGivesOnIsLeftAloneIfItIsKeptOrRegistered(way: String, kept: String) {
    let log = IssueLog()
    let store = ScopedValues()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      switch kept {
      case "instance": registry.register("kept", instance: SharedProduct())
      case "singleton": registry.register("kept", in: .singleton) { SharedProduct() }
      case "weak": registry.register("kept", in: .weak) { SharedProduct() }
      case "cached": registry.register("kept", in: .cached) { SharedProduct() }
      default: registry.register("kept", in: .values(store)) { SharedProduct() }
      }
      registry.register("other") { injector -> (any SharedNumber)? in
        injector.instance(for: .named("kept", SharedProduct.self))
      }
      registry.register(.type((any SharedNumber).self)) { injector -> (any SharedNumber)? in
        _ = injector.instance(for: .named("number", Int.self))
        return try lookUp(way, injector)
      }
    }
    let product: SharedProduct? = injector.instance(for: "kept")
    #expect(product?.number == (kept == "instance" ? nil : 7))
    product?.number = nil
    for _ in 0..<3 {
      let given = injector.instance(of: (any SharedNumber).self) as? SharedProduct
      #expect(given === product && product?.number == nil)
    }
    #expect(log.texts == [])
  }

  private final class Room { @Injected("shared") var shared: (any SharedNumber)? }

  @Test func whatADecoratedFactoryGivesOnIsLeftAloneIfItIsKept() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.register("kept", in: .singleton) { SharedProduct() }
      registry.register("shared") { injector -> (any SharedNumber)? in
        injector.instance(for: .named("kept", SharedProduct.self))
      }
      registry.decorate(.named("shared", (any SharedNumber).self)) { _, shared in shared }
    }
    let kept: SharedProduct? = injector.instance(for: "kept")
    kept?.number = nil
    let room = injector.injected(Room())
    #expect(room.shared as? SharedProduct === kept && kept != nil && kept?.number == nil)
  }

  @Test func whatALookUpHasMadeAnewForAFactoryIsFilledAsItsProduct() {
    let isReady = Counter()
    let injector = PropertyInjector { registry in
      registry.register("number") { isReady.count == 0 ? nil : 7 }
      registry.register("new") { SharedProduct() }
      registry.register("given") { injector -> SharedProduct? in
        let product: SharedProduct? = injector.instance(for: "new")
        isReady.increment()
        return product
      }
    }
    #expect(injector.instance(for: .named("given", SharedProduct.self))?.number == 7)
  }

  private final class Row { @Injected var number: Int? }
  private final class Table { @Injected var rows: [Row]? }

  @Test func theElementsOfAListThatAFactoryMakesAreNotFilled() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      registry.register("rows") { [Row(), Row()] }
    }
    let table = Table()
    injector.injectDependencies(to: table)
    #expect(table.rows?.map(\.number) == [nil, nil] && log.texts == [])
    // As the guide advises.
    let filling = injector.overriding { registry in
      registry.register("rows", replacing: true) { injector in
        let rows = [Row(), Row()]
        injector.injectDependencies(toEach: rows)
        return rows
      }
    }
    filling.injectDependencies(to: Table())
    let filled = filling.injected(Table())
    #expect(filled.rows?.map(\.number) == [7, 7] && log.texts == [])
  }

  private final class App: @unchecked Sendable {
    // Unchecked: injected by one thread.
    @Injected var window: AppWindow?
    @Injected var title: String?
    static let shared = App()
  }
  private final class AppWindow {
    @Injected("app") var delegate: App?
    init() {}
  }

  @Test func anObjectThatIsBeingInjectedIsNotInjectedWithin() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("app") { App.shared }
      registry.register("window") { AppWindow() }
      registry.register("title", instance: "Departures")
    }
    let result = injector.injectDependencies(to: App.shared)
    #expect(result.injected == ["window", "title"])
    #expect(App.shared.window?.delegate === App.shared)
    #expect(log.texts == [])
    App.shared.window = nil
  }

  @Test func anActorThatIsMadeInjectsItself() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      registry.register("account") { Account() }
      registry.register(.type(Account.self), .initializer(Account.init))
      registry.declare(Account.self)
    }
    for _ in 0..<2 {
      let account: Account? = injector.instance(for: "account")
      #expect(await account?.injectItself(injector) == true)
      #expect(injector.instance(of: Account.self) != nil)
    }
    #expect(log.texts == [])
  }

  @Test func anActorThatIsMadeAndDoesNotInjectItselfIsReported() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      registry.register(
        .type(Account.self), fileID: "App/Accounts.swift", line: 3, factory: { Account() })
    }
    let warnings = injector.validate().findings.filter { $0.severity == .warning }
    #expect(warnings.map(\.issue.kindName) == [.actorNotInjected])
    let row = injector.explain(Account.self).properties.first
    #expect(row?.outcome == .unverified && row?.issue?.kindName == .actorNotInjected)
    for _ in 0..<2 { _ = injector.instance(of: Account.self) }
    #expect(log.kinds == [.actorNotInjected])
    // That it injects itself is learnt from the first that does.
    #expect(await injector.instance(of: Account.self)?.injectItself(injector) == true)
    #expect(injector.validate().findings.allSatisfy { $0.severity < .warning })
    #expect(injector.explain(Account.self).properties.map(\.outcome) == [.filled])
  }

  @MainActor private final class Display: @MainActor InjectionAware {
    let number = 1
    func didInjectDependencies() {}
  }

  @MainActor @Test func anObjectOfAnActorWithNothingToFillIsGivenEverywhere() async {
    let display = Display()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("display") { display }
    }
    let isGiven = await Task.detached { (injector.instance(for: "display") as Display?) != nil }
      .value
    #expect(isGiven && log.texts == [])
  }

  @MainActor @Test func anObjectOfAnActorIsNotGivenWhereItCannotBeInjected() async {
    let panel = Panel()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 7)
      registry.register("panel") { panel }
      registry.onMainActor { $0.declare("number", \Panel.number) }
    }
    let isGiven = await Task.detached { (injector.instance(for: "panel") as Panel?) != nil }.value
    #expect(!isGiven && log.kinds == [.wrongActor])
    #expect((injector.instance(for: "panel") as Panel?)?.number == 7)
  }

  @Test func singletonsOfFactoriesMayNeedEachOtherThroughProperties() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Left.self), in: .singleton) { Left() }
      registry.register(.type(Right.self), in: .singleton) { Right() }
    }
    let left = try #require(injector.instance(of: Left.self))
    #expect(left.right?.left === left)
    #expect(left.hooks == 1 && left.right?.hooks == 1)
    #expect(log.issues.isEmpty)
    left.right?.left = nil
  }

  private struct Form: InjectionAware {
    var number: Int?
    var hooks = 0
    mutating func didInjectDependencies() { hooks += 1 }
  }

  @Test func aStructThatIsMadeIsInjected() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.declare("number", \Form.number)
      registry.register(.type(Form.self), .initializer { Form() })
      registry.register(.type(Any.self), .initializer { () -> Any in Form() })
    }
    #expect(injector.instance(of: Form.self)?.number == 7)
    #expect(injector.instance(of: Form.self)?.hooks == 1)
    #expect((injector.instance(for: .type(Any.self)) as Any? as? Form)?.number == 7)
  }

  @Test func aProductMadeAsAProtocolIsInjectedAsItsOwnType() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 7)
      registry.declare("number", \Product.number)
      registry.register(
        .type((any NumberedProduct).self), .initializer { () -> any NumberedProduct in Product() })
      registry.register(.type(BaseProduct.self), .initializer(Product.init))
    }
    #expect(injector.instance(of: (any NumberedProduct).self)?.number == 7)
    #expect((injector.instance(of: BaseProduct.self) as? Product)?.number == 7)
  }

  @Test func aProductWithoutPropertiesIsNoIssueUntilItIsInjected() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Service.self), .initializer(Service.init))
    }
    let service = injector.instance(of: Service.self)!
    #expect(log.issues.isEmpty)
    injector.injectDependencies(to: service)
    injector.injectDependencies(to: service)
    #expect(log.kinds == [.nothingDeclared])
  }

  private final class Slow: InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var number: Int?
    var isReady = false
    func didInjectDependencies() {
      for _ in 0..<1000 { isReady = false }
      isReady = true
    }
    init() {}
  }

  @Test func nobodySeesAKeptValueBeforeItsHookHasRun() {
    for _ in 0..<20 {
      let injector = PropertyInjector { registry in
        registry.register("number", instance: 1)
        registry.register(.type(Slow.self), in: .singleton, .initializer(Slow.init))
      }
      let ready = Threads.run(8) { _ in injector.instance(of: Slow.self)!.isReady }
      #expect(ready.allSatisfy { $0 })
    }
  }

  @Test func twoSingletonsMayNeedEachOtherThroughProperties() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Left.self), in: .singleton, .initializer(Left.init))
      registry.register(.type(Right.self), in: .singleton, .initializer(Right.init))
    }
    let left = try #require(injector.instance(of: Left.self))
    #expect(left.right?.left === left)
    #expect(left.right === injector.instance(of: Right.self))
    #expect(left.hooks == 1 && left.right?.hooks == 1)
    #expect(log.issues.isEmpty)
    left.right?.left = nil
  }

  private final class Narcissus: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var reflection: Narcissus?
    init() {}
  }

  @Test func aSingletonMayNeedItself() throws {
    let injector = PropertyInjector { registry in
      registry.register(.type(Narcissus.self), in: .singleton, .initializer(Narcissus.init))
    }
    let narcissus = try #require(injector.instance(of: Narcissus.self))
    #expect(narcissus.reflection === narcissus)
    narcissus.reflection = nil
  }

  @Test func throughInitializersThatIsACycle() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Egg.self), in: .singleton, .initializer(Egg.init(hen:)))
      registry.register(.type(Hen.self), in: .singleton, .initializer(Hen.init(egg:)))
      registry.register("number", instance: 1)
    }
    #expect(injector.instance(of: Egg.self) == nil)
    #expect(log.kinds == [.cycle])
    #expect(log.issues.first?.chain == ["Egg", "Hen", "Egg"])
    #expect(injector.instance(of: Hen.self) == nil)
    #expect(log.issues.last?.chain == ["Hen", "Egg", "Hen"])
    #expect(injector.instance(for: .named("number")) == 1)
  }

  private final class Engine: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected(.byType) var car: Car?
    init() {}
  }
  private final class Car: Sendable {
    let engine: Engine
    init(engine: Engine) { self.engine = engine }
  }

  @Test func whereOneNeedsTheOtherThroughItsInitializerBothOrdersWork() {
    func injector(_ log: IssueLog) -> PropertyInjector {
      PropertyInjector(reportingTo: log) { registry in
        registry.register(.type(Engine.self), in: .singleton, .initializer(Engine.init))
        registry.register(.type(Car.self), in: .singleton, .initializer(Car.init(engine:)))
      }
    }
    let log = IssueLog()
    let engine = injector(log).instance(of: Engine.self)
    #expect(engine?.car?.engine === engine && log.issues.isEmpty)
    let car = injector(log).instance(of: Car.self)
    #expect(car != nil && car?.engine.car === car)
    #expect(log.texts == [])
    engine?.car = nil
    car?.engine.car = nil
  }

  @Test func aCycleThroughInitializerFactoryAndAliasIsReportedInOrder() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Egg.self), .initializer(Egg.init(hen:), .key("bird")))
      registry.alias(.named("bird", Hen.self), to: "hen")
      registry.register("hen") { injector in
        injector.instance(of: Egg.self).map(Hen.init(egg:))
      }
    }
    #expect(injector.instance(of: Egg.self) == nil)
    #expect(log.kinds == [.cycle, .unresolvedArgument])
    #expect(log.issues.first?.chain == ["Egg", "\"hen\": Hen", "Egg"])
    let hen: Hen? = injector.instance(for: "hen")
    #expect(hen == nil)
  }

  @Test func chainsOfTenThousandFactoriesAreAReport() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for link in 0..<10_000 {
        registry.register(.named("\(link)")) { injector in
          injector.instance(for: InjectionKey<Int>.named("\(link + 1)"))
        }
      }
      registry.register("10000", instance: 7)
    }
    SmallThread.run { _ = injector.instance(for: .named("0")) as Int? }
    #expect(log.kinds == [.tooDeep])
  }

  // Each type's initializer needs the next one's product; types nest without end.
  private struct Nest<Inner>: Constructible {
    let inner: Nest<Nest<Inner>>.Box
    final class Box {
      init(_: Nest<Inner>) {}
    }
    static var provider: Provider<Nest<Inner>> {
      .initializer({ (next: Nest<Nest<Inner>>) in Nest(inner: .init(next)) })
    }
  }

  @Test func chainsOfInitializersAndScopesFitASmallStack() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      for link in 0..<2_000 {
        registry.register(.named("\(link)"), in: .singleton) { injector in
          injector.instance(for: InjectionKey<Int>.named("\(link + 1)"))
        }
      }
    }
    SmallThread.run {
      _ = injector.instance(of: Nest<Int>.self)
      _ = injector.instance(for: .named("0")) as Int?
    }
    #expect(log.kinds == [.tooDeep, .tooDeep])
  }

  private class Node: @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    @Injected var next: Node?
    init(_ number: Int, _ count: Counter) {
      count.increment()
      _next = Injected(.named("\(number + 1)"))
    }
  }
  // A type for each level, made here: the runtime needs stack for such types, too.
  private final class Level<Tag>: Node, @unchecked Sendable {}
  private struct Next<Tag> {}

  @Test func chainsOfInjectedProductsFitASmallStack() {
    let count = Counter()
    func register<Tag>(_ tag: Tag.Type, _ number: Int, _ registry: inout Registry) {
      guard number < 60 else { return }
      registry.register(
        InjectionKey<Node>.named("\(number)"),
        in: number.isMultiple(of: 2) ? .unique : .singleton,
        .initializer({ Level<Tag>(number, count) }))
      register(Next<Tag>.self, number + 1, &registry)
    }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { register(Int.self, 0, &$0) }
    let filled = Counter()
    SmallThread.run {
      if (injector.instance(for: "0") as Node?)?.next != nil { filled.increment() }
    }
    #expect(count.count > 10)
    // An optimized build needs so little stack that it comes to the last one, for which nothing is registered. Else
    // what is kept lacks its property, or something that does.
    #expect(log.kinds.first == (filled.count == 1 ? .unknownName : .tooDeep))
    #expect(log.kinds.dropFirst().allSatisfy { $0 == .incomplete })
  }
}

private protocol NumberedProduct { var number: Int? { get } }
private class BaseProduct { init() {} }
private final class Product: BaseProduct, NumberedProduct, InjectionAware {
  var number: Int?
  var hooks = 0
  func didInjectDependencies() { hooks += 1 }
}

private struct ProductProvider: InjectionProvider {
  func provide(with injector: PropertyInjector, arguments: [Any?]) -> Product? { Product() }
}

private protocol SharedNumber: Sendable {}
private final class SharedProduct: SharedNumber, @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected var number: Int?
}

@MainActor private final class Panel {
  var number: Int?
}

private final class Left: InjectionAware, @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var right: Right?
  var hooks = 0
  init() {}
  func didInjectDependencies() { hooks += 1 }
}
private final class Right: InjectionAware, @unchecked Sendable {
  // Unchecked: filled once, before anybody else sees it.
  @Injected(.byType) var left: Left?
  var hooks = 0
  init() {}
  func didInjectDependencies() { hooks += 1 }
}

private final class Egg: Sendable {
  init(hen: Hen) {}
}
private final class Hen: Sendable {
  init(egg: Egg) {}
}
