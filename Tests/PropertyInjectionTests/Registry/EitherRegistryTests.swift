import PropertyInjection
import TestSupport
import Testing

/// Functions that configure a plain and a confined registry.
@MainActor @Suite struct EitherRegistryTests {
  private final class Desk {
    var number: Int?
    var text: String?
    @Injected var volume: Int?
    var listed: Double?
  }

  private static let module = InjectionModule("Module") { registry in
    registry.register("module", instance: true)
  }

  private final class Listed: Injectable {
    var number: Int?
    static func declareProperties(in registry: inout Registry) {
      registry.declare("number", \Listed.number)
    }
  }

  private func configure(_ registry: inout some RegistryProtocol, _ log: IssueLog) {
    registry.issueHandler = { log.append($0) }
    let handler = registry.issueHandler
    registry.issueHandler = { handler($0) }
    registry.install(Self.module)
    registry.register("number", instance: 1)
    registry.register("text", in: .cached) { "text" }
    registry.register("service", in: .singleton) { Service() }
    registry.register("sum") { (_, n: Int) in n + 1 }
    registry.register("kept", in: .cached) { (_: PropertyInjector) in 2 }
    registry.register("made", .initializer({ 5 }))
    registry.register("point", .perPoint { _, point in "\(point.valueType)" })
    registry.register("provided", in: .singleton, .initializer({ Service() }))
    registry.alias(.named("alias", Int.self), to: "number")
    registry.registerNil(.named("nothing", Int.self))
    registry.setScope(.singleton, for: .named("text", String.self))
    registry.intercept(.volume, get: { _ in 3 })
    registry.declare("number", \Desk.number)
    registry.declare("text", \Desk.text)
    registry.declare(Listed.self)
    registry.declare(Service.self)
    registry.register("gone", instance: 1)
    registry.remove(allNamed: "gone")
    registry.declare("missing", \Desk.listed)
  }

  private func check(_ injector: PropertyInjector, _ log: IssueLog) {
    let (desk, listed) = (Desk(), Listed())
    injector.injectDependencies(to: desk)
    injector.injectDependencies(to: listed)
    injector.injectDependencies(to: Service())
    #expect(desk.number == 1 && desk.text == "text" && desk.volume == 3 && listed.number == 1)
    #expect(log.kinds == [.unknownName], "what is missing, and nothing else")
    let one = injector.instance(for: .named("service", Service.self))
    #expect(one != nil && one === injector.instance(for: .named("service", Service.self)))
    #expect(injector.instance(for: "kept") == 2 && injector.instance(for: "made") == 5)
    #expect(injector.instance(for: "point") == "String")
    #expect(injector.instance(for: .named("provided", Service.self)) != nil)
    #expect(injector.instance(for: "alias") == 1 && injector.instance(for: "module") == true)
    #expect(injector.instance(for: .named("nothing", Int.self)) == nil)
    #expect(!injector.contains(.named("gone", Int.self)))
  }

  @Test func aFunctionConfiguresEither() {
    do {
      let log = IssueLog()
      check(PropertyInjector { configure(&$0, log) }, log)
    }
    do {
      let log = IssueLog()
      check(PropertyInjector { $0.onMainActor { configure(&$0, log) } }, log)
    }
    do {
      let log = IssueLog()
      check(PropertyInjector { $0.unchecked { configure(&$0, log) } }, log)
    }
  }

  @Test func whatIsRegisteredThroughAConfinedOneBelongsToItsActor() async {
    let log = IssueLog()
    let injector = PropertyInjector { $0.onMainActor { configure(&$0, log) } }
    let found = await Task.detached {
      injector.instance(for: .named("number", Int.self))
    }.value
    #expect(found == nil && log.kinds == [.bindingOnAnotherActor])
  }

  @Test @MainActor func aKeyIsRegisteredOnceOnAnActorAsElsewhere() {
    let log = IssueLog()
    let provider = Provider<Service>.initializer { Service() }
    _ = PropertyInjector(reportingTo: log) { registry in
      registry.onMainActor { registry in
        registry.register("service", provider, line: 1)
        registry.register("service", provider, line: 2)
      }
    }
    #expect(log.kinds == [.duplicateBinding])
  }
}
