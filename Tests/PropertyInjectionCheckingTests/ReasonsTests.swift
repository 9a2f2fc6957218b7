import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Results, reports and checks tell the same reason, which is the same value.
@Suite struct ReasonsTests {
  private final class Glass: Sendable { init(sand: Sand) {} }
  private final class Sand: Sendable {}
  private final class Lens: Sendable { init(glass: Glass) {} }
  private final class Camera { @Injected var lens: Lens? }

  @Test(arguments: [
    (nil, "fits its type, Sand"), ("sand", "does not fit its type, Sand"), ("dust", "\"dust\""),
  ])
  func aMissingArgumentIsNamed(_ name: String?, _ words: String) throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("sand", instance: 7)
      registry.register("lens", .initializer(Lens.init(glass:), .key("glass")))
      registry.register(
        "glass",
        .initializer(Glass.init(sand:), name.map { .key(.named($0, Sand.self)) } ?? .byType))
      registry.declare { Camera() }
    }
    let result = injector.injectDependencies(to: Camera())
    let reason = try #require(result.unfilled.first?.reason)
    let errors = injector.validate().errors
    let finding = try #require(errors.first { $0.ownerText == "Camera" })
    #expect(log.issues.map(\.kind) == [reason] && finding.kind == reason)
    #expect(injector.explain(Camera.self).properties.map(\.reason) == [reason])
    let way =
      "its binding lacks argument 1 of Lens (Glass), which lacks argument 1 of Glass (Sand): "
    for text in [result.description, finding.description] { #expect(text.contains(way)) }
    for text in [result.description, finding.description, log.texts[0]] {
      #expect(text.contains(words))
    }
  }

  private final class Hen: Sendable { init(egg: Egg) {} }
  private final class Egg: Sendable { init(hen: Hen) {} }
  private final class Nest { @Injected var hen: Hen? }

  @Test func aCycleIsACycleEverywhere() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("hen", .initializer(Hen.init(egg:), .key("egg")))
      registry.register("egg", .initializer(Egg.init(hen:), .key("hen")))
      registry.declare { Nest() }
    }
    let result = injector.injectDependencies(to: Nest())
    #expect(log.issues.map(\.kindName) == [.cycle])
    #expect(result.unfilled.map(\.reason) == log.issues.map(\.kind))
    #expect(injector.explain(Nest.self).properties.map(\.reason) == log.issues.map(\.kind))
  }
}
