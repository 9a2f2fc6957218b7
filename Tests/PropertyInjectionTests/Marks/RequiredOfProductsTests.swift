import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// What the injector makes, and a required property of it stays nil.
@Suite struct RequiredOfProductsTests {
  private struct Row: Sendable { @Required var missing: Int }
  private final class Shelf: @unchecked Sendable, InjectionAware {
    @Required var missing: Int
    @Injected var number: Int?
    let hooks = Counter()
    func didInjectDependencies() { hooks.increment() }
  }
  private struct Part: Sendable { @Required var row: Row }
  private struct Desk {
    @Injected var part: Part?
    @Injected var number: Int?
  }

  let log = IssueLog()

  private static let parts: [(String, @Sendable (inout Registry) -> Void)] = [
    ("a struct", { $0.register("part") { Row() } }),
    ("a class", { $0.register("part") { Shelf() } }),
    ("a kept object", { $0.register("part", in: .singleton) { Shelf() } }),
    ("a cached value", { $0.register("part", in: .cached) { Row() } }),
    ("of an initializer", { $0.register("part", .initializer { () -> Row? in Row() }) }),
    ("of a protocol's factory", { $0.register(.named("part", Any.self)) { Row() } }),
    (
      "decorated",
      { registry in
        registry.register("part", instance: 1)
        registry.decorate("part") { (_, _: any Sendable) in Row() }
      }
    ),
  ]

  @Test(arguments: parts.map(\.0)) func itIsNotHandedOut(_ name: String) throws {
    let configure = try #require(Self.parts.first { $0.0 == name }).1
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      configure(&registry)
    }
    let part: Any? = injector.instance(for: "part")
    #expect(part == nil && log.kinds == [.unknownName, .incomplete])
    let error = #expect(throws: InjectionIssue.self) {
      _ = try injector.require(.named("part", Any.self))
    }
    #expect(error?.kindName == .incomplete)
  }

  @Test func aKeptOneIsMadeAgainAndItsHookIsNotCalled() {
    let shelves = Locked<[Shelf]>([])
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("shelf", in: .singleton) {
        let shelf = Shelf()
        shelves.withLock { $0.append(shelf) }
        return shelf
      }
    }
    for _ in 1...2 { #expect(injector.instance(for: .named("shelf", Shelf.self)) == nil) }
    let made = shelves.withLock { $0 }
    #expect(made.map(\.number) == [1, 1] && made.allSatisfy { $0.hooks.count == 0 })
  }

  /// A report for what is missing, and one for the object of the program.
  @Test func whatHasItAsAPartIsNotHandedOutEither() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("part") { Part() }
      registry.register("row") { Row() }
    }
    var desk = Desk()
    let result = injector.injectDependencies(to: &desk)
    #expect(desk.part == nil && desk.number == 1)
    #expect(result.unfilled.map(\.reasonName) == [.incomplete])
    #expect(throws: InjectionResult.self) { try result.requireComplete() }
    #expect(log.kinds == [.unknownName, .incomplete])
    #expect(
      log.texts.last?.hasPrefix(
        """
        Desk.part stayed nil: the value for it is incomplete. Row.missing stayed nil: nothing is registered under "missing", \
        nor for its type alone, Int.
        """) == true)
  }

  @Test func anInitializerThatTakesItIsNotCalled() {
    struct Holder: Sendable { let row: Row }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("row") { Row() }
      registry.register("holder", .initializer(Holder.init, .key("row")))
    }
    let holder: Holder? = injector.instance(for: "holder")
    #expect(holder == nil && log.kinds == [.unknownName, .incomplete])
  }

  @Test func whatIsBoundToNilOrSetIsNotMissing() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.registerNil(.named("missing", Int.self))
      registry.register("row") { Row() }
    }
    #expect(injector.instance(for: .named("row", Row.self)) != nil && log.kinds.isEmpty)
    let other = PropertyInjector(reportingTo: log) { registry in
      registry.register("row") {
        var row = Row()
        row.missing = 3
        return row
      }
    }
    #expect(other.instance(for: .named("row", Row.self))?.missing == 3 && log.kinds.isEmpty)
  }

  private final class Left: @unchecked Sendable {
    @Required var right: Right
  }
  private final class Right: @unchecked Sendable {
    @Required var left: Left
    @Required var missing: Int
  }

  @Test(arguments: [false, true]) func keptObjectsThatNeedEachOther(isComplete: Bool) {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("left", in: .singleton) { Left() }
      registry.register("right", in: .singleton) { Right() }
      if isComplete { registry.register("missing", instance: 1) }
    }
    let left: Left? = injector.instance(for: "left")
    #expect((left != nil) == isComplete)
    #expect(left == nil || left?.right.left === left)
    #expect(log.kinds == (isComplete ? [] : [.unknownName, .incomplete]))
    let right: Right? = injector.instance(for: "right")
    #expect((right != nil) == isComplete)
  }

  /// One finding for what is missing; an explanation says for each property why it stays nil.
  @Test func checksKnowIt() {
    struct Holder: Sendable { let part: Part }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("part") { Part() }
      registry.register("row") { Row() }
      registry.register("holder", .initializer(Holder.init, .key("part")))
      registry.declare { Part() }
      registry.declare { Row() }
      registry.declare { Desk() }
    }
    #expect(injector.validate().errors.map(\.name) == ["missing"])
    var desk = Desk()
    let result = injector.injectDependencies(to: &desk)
    // The injection has shown the marks.
    let explanation = injector.explain(Desk())
    #expect(explanation.properties.map(\.reason) == result.properties.map(\.reason))
    #expect(injector.validate().errors.map(\.name) == ["missing"])
    #expect(injector.rehearse().errors.map(\.kindName).contains(.unknownName))
  }
}
