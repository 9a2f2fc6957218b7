import PropertyInjection
import TestSupport
import Testing

/// Injections in which a closure decides on each property.
@Suite struct DecidingTests {
  @Test func pointsSayOfWhichKindTheyAre() {
    final class Owner {
      var declared: Int?
      @Injected var marked: Int?
      @Injected(lazy: true) var lazy: Int?
      @Injected var volume: Int?
      @Injected var both: Int?
    }
    let injector = PropertyInjector { registry in
      registry.register("declared") { 1 }
      registry.register("marked") { 2 }
      registry.register("lazy") { 3 }
      registry.register("both") { 4 }
      registry.intercept(.volume, get: { _ in 5 })
      registry.declare("declared", \Owner.declared)
      registry.declare("both", \Owner.both)
    }
    let owner = Owner()
    var kinds: [String: InjectionPoint.Kind] = [:]
    injector.injectDependencies(to: owner) { point in
      kinds[point.name ?? ""] = point.kind
      return point.kind == .lazy ? .asUsual : .skip
    }
    #expect(
      kinds == [
        "declared": .declared, "marked": .marked, "lazy": .lazy, "volume": .intercepted,
        "both": .declared,
      ])
    #expect(owner.declared == nil && owner.marked == nil && owner.lazy == 3)
    #expect("\(InjectionPoint.Kind.lazy)" == "lazy")
  }

  class Base {
    var number: Int?
    @Injected private var clock: (any Clock)?
    var revealed: (any Clock)? { clock }
  }
  final class Owner: Base, InjectionAware {
    var name: String?
    @Injected(lazy: true) var service: Service?
    @Injected var volume: Int?
    var hooks = 0
    func didInjectDependencies() { hooks += 1 }
  }

  let log = IssueLog()
  let injector: PropertyInjector

  init() {
    injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register(.clock, instance: StoppedClock())
      registry.register("service") { Service() }
      registry.intercept(.volume, get: { _ in 11 })
      registry.declare("number", \Base.number)
      registry.declare("name", \Owner.name)
    }
  }

  @Test func everyPropertyIsShownWithWhatIsKnownOfIt() {
    let owner = Owner()
    owner.number = 5
    var lines: [String] = []
    injector.injectDependencies(to: owner) { point in
      let binding =
        point.binding.map { "\($0.name ?? "by type") \($0.type.map { "\($0)" } ?? "any")" }
        ?? "none"
      let types = [point.ownerType, point.declaringType, point.valueType].map {
        "\($0, default: "-")"
      }
      lines.append("\(types.joined(separator: " ")) \(point.name, default: "-") \(binding)")
      #expect(point.lookedUpName == point.name && point.argumentPosition == nil)
      #expect(point.injectionLocation?.fileID == "\(#fileID)")
      return .skip
    }
    #expect(
      lines == [
        "Owner Owner String name none", "Owner Base Clock clock clock Clock",
        "Owner Owner Service service service Service", "Owner Owner Int volume volume Int",
      ])
  }

  @Test func aSkippedPropertyStaysNilWithoutAReport() {
    let owner = Owner()
    let result = injector.injectDependencies(to: owner) { _ in .skip }
    #expect(!result.didInject && owner.hooks == 0)
    #expect(result.unfilled.map(\.reasonName) == Array(repeating: .skipped, count: 5))
    #expect(owner.number == nil && owner.revealed == nil && owner.service == nil)
    #expect(log.issues.isEmpty)
  }

  @Test func aPropertyLeftAsUsualIsFilledAsUsual() {
    let owner = Owner()
    let result = injector.injectDependencies(to: owner) { _ in .asUsual }
    #expect(result.injected == ["number", "clock", "service", "volume"])
    #expect(owner.number == 1 && owner.revealed != nil && owner.service != nil)
    #expect(owner.volume == 11)
    #expect(log.kinds == [.unknownName])
    #expect(owner.hooks == 1)
  }

  @Test func theResultNamesTheBindingOfWhatIsLeftAsUsual() {
    let result = injector.injectDependencies(to: Owner()) { point in
      point.name == "number" ? .inject(7) : point.name == "clock" ? .asUsual : .skip
    }
    let bindings = result.properties.compactMap { property -> String?? in
      guard case .filled(let binding) = property.outcome else { return nil }
      return binding?.name
    }
    #expect(bindings == [nil, "clock"])
  }

  @Test func aValueDecidedOnIsInjectedWhateverIsRegistered() {
    let owner = Owner()
    let special = SpecialService()
    let result = injector.injectDependencies(to: owner) { property in
      switch property.name {
      case "number": .inject(7)
      case "name": .inject("decided")
      case "clock": .inject(StoppedClock(now: 3))
      case "service": .inject(special as Service? as Any)
      default: .inject(12)
      }
    }
    #expect(result.injected == ["number", "name", "clock", "service", "volume"])
    #expect(owner.number == 7 && owner.name == "decided" && owner.revealed?.now == 3)
    #expect(owner.service === special && owner.volume == 12)
    owner.volume = nil
    #expect(owner.volume == nil)
    #expect(owner.hooks == 1)
    #expect(log.issues.isEmpty)
  }

  @Test func aSetPropertyIsNotAskedAbout() {
    let owner = Owner()
    owner.number = 5
    var names: [String?] = []
    let result = injector.injectDependencies(to: owner) { point in
      names.append(point.name)
      return .skip
    }
    #expect(names == ["name", "clock", "service", "volume"])
    #expect(!result.didInject && owner.number == 5 && owner.hooks == 0)
  }

  @Test func aValueThatDoesNotFitIsReportedAndNilIsNothing() throws {
    let owner = Owner()
    let result = injector.injectDependencies(to: owner) { property in
      switch property.name {
      case "number": .inject("seven")
      case "clock": .inject(Service())
      case "service": .inject(Service?.none as Any)
      default: .skip
      }
    }
    #expect(!result.didInject)
    #expect(
      result.unfilled.map(\.description) == [
        "number (productDoesNotFit)", "name (skipped)", "clock (productDoesNotFit)",
        "service (skipped)", "volume (skipped)",
      ])
    #expect(log.kinds == [.productDoesNotFit, .productDoesNotFit])
    let issue = try #require(log.issues.first)
    #expect(issue.foundType == String.self && issue.valueType == Int.self)
  }

  @Test func nothingIsBridgedOrConverted() {
    final class Owner {
      @Injected var numbers: [Int]?
      @Injected var any: Any?
      @Injected var object: AnyObject?
    }
    let injector = PropertyInjector(reportingTo: log) { _ in }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner) { property in
      property.name == "numbers" ? .inject([String]()) : .inject(3)
    }
    #expect(result.injected == ["any"])
    #expect(owner.numbers == nil && owner.object == nil)
  }

  @Test func theClosureMaySetAndInjectWhatItLikes() {
    let owner = Owner()
    let result = injector.injectDependencies(to: owner) { property in
      if property.name == "number" {
        owner.number = 9
        injector.injectDependencies(to: owner)
        return .inject(7)
      }
      return .asUsual
    }
    #expect(owner.number == 9)
    #expect(!result.injected.contains("number"))
    #expect(owner.revealed != nil)
  }

  private final class Weak: InjectionAware {
    weak var service: Service?
    var hooks = 0
    func didInjectDependencies() { hooks += 1 }
  }

  @Test func aWeakPropertyThatDoesNotKeepItIsReported() {
    let injector = PropertyInjector(reportingTo: log) { $0.declare("service", \Weak.service) }
    let object = Weak()
    let result = injector.injectDependencies(to: object) { _ in .inject(Service()) }
    #expect(result.unfilled.map(\.reasonName) == [.valueGone])
    #expect(object.hooks == 0)
    #expect(log.kinds == [.valueGone])
    let kept = Service()
    #expect(injector.injectDependencies(to: object) { _ in .inject(kept) }.didInject)
    #expect(object.service === kept)
  }

  private final class Lazy { lazy var number: Int? = 1 }
  @Test func aLazyVarIsNotAskedAbout() {
    let injector = PropertyInjector(reportingTo: log) { $0.declare("number", \Lazy.number) }
    var asked = 0
    injector.injectDependencies(to: Lazy()) { _ in
      asked += 1
      return .skip
    }
    #expect(asked == 0)
    #expect(log.kinds == [.lazyProperty])
  }

  @MainActor private final class Screen { @Injected var number: Int? }
  @Test func fromTheWrongActorNobodyIsAsked() async {
    let log = log
    let (injector, screen) = await MainActor.run {
      (
        PropertyInjector(reportingTo: log) { $0.onMainActor { $0.declare(Screen.self) } },
        Screen()
      )
    }
    let asked = Counter()
    let result = injector.injectDependencies(to: screen) { _ in
      asked.increment()
      return .asUsual
    }
    #expect(result.isRefused && asked.count == 0)
    #expect(log.kinds == [.wrongActor])
  }

  @MainActor @Test func theClosureRunsInTheCallersIsolation() {
    let marker = Marker()
    let owner = Owner()
    injector.injectDependencies(to: owner) { property in
      marker.names.append(property.name)
      return .skip
    }
    #expect(marker.names.count == 5)
  }

  @MainActor private final class Marker { var names: [String?] = [] }
}
