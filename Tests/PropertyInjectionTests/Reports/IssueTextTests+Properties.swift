import PropertyInjection
import TestSupport
import Testing

// The words of reports about properties that are left alone.
extension IssueTextTests {
  @Test func aFittingPropertyIsNotDeclared() {
    expectGoldenReport(.undeclaredProperty, injecting: Player()) { registry in
      registry.register("number", instance: 1, fileID: setup, line: 1)
    }
  }

  @Test func nothingIsDeclaredForTheType() {
    final class Empty {}
    expectGoldenReport(.nothingDeclared, injecting: Empty())
  }

  @Test func noStaticPropertyIsDeclared() {
    enum Empty {}
    expectGoldenReport(
      .nothingDeclared,
      use: {
        $0.injectDependencies(toStaticPropertiesOf: Empty.self, fileID: main, line: 10)
      })
  }

  @Test func aStaticPropertyIsAskedForThroughAnObject() {
    expectGoldenReport(.nothingDeclared, injecting: Office()) { registry in
      registry.register("shared", instance: 1)
      registry.declare("shared", \Office.Type.shared)
    }
  }

  @Test func aStructWithAMarkIsStoredLikeAWrapper() {
    struct Page { @Injected var number: Int? }
    final class Owner {
      // swift-format-ignore: NoLeadingUnderscores
      var _page = Page()
      @Injected var number: Int?
    }
    expectGoldenReport(.hiddenMark, injecting: Owner()) { $0.register("number", instance: 1) }
  }

  @Test func aPropertyIsLazy() {
    final class Owner { lazy var number: Int? = 1 }
    expectGoldenReport(.lazyProperty, injecting: Owner()) {
      $0.declare("number", \Owner.number, fileID: setup, line: 1)
    }
  }

  @Test func aProductDoesNotFit() {
    final class Owner { var service: SpecialService? }
    expectGoldenReport(.productDoesNotFit, injecting: Owner()) { registry in
      registry.register("service", fileID: setup, line: 1) { Service() }
      registry.declare("service", \Owner.service, fileID: setup, line: 2)
    }
  }

  @Test func aValueDecidedOnDoesNotFit() {
    expectGoldenReport(.productDoesNotFit) {
      $0.declare("number", \Player.number, fileID: setup, line: 1)
    } use: {
      $0.injectDependencies(to: Player(), fileID: main, line: 10) { _ in .inject("seven") }
    }
  }

  @Test func aValueIsGone() {
    final class Owner { weak var service: Service? }
    expectGoldenReport(.valueGone, injecting: Owner()) { registry in
      registry.register("service", fileID: setup, line: 1) { Service() }
      registry.declare("service", \Owner.service, fileID: setup, line: 2)
    }
  }

  @Test func accessorsMeetAPlainProperty() {
    final class Owner { var volume: Int? }
    expectGoldenReport(.accessorWithoutMark, injecting: Owner()) { registry in
      registry.intercept(.volume, fileID: setup, line: 1, get: { _ in 1 })
      registry.declare(.volume, \Owner.volume, fileID: setup, line: 2)
    }
  }

  @Test func aLazyValueCannotBeMade() {
    struct Failure: Error {}
    final class Owner { @Injected(lazy: true) var number: Int? }
    expectGoldenReport(.threw) {
      $0.register("number", fileID: setup, line: 1) { () -> Int? in throw Failure() }
    } use: {
      let owner = Owner()
      $0.inject(owner)
      _ = owner.number
    }
  }

  @Test func aLazyValueNeedsItself() {
    final class Owner { @Injected(lazy: true) var number: Int? }
    let owner = Owner()
    nonisolated(unsafe) let target = owner
    expectGoldenReport(.cycle) {
      $0.register("number", fileID: setup, line: 1) { target.number ?? 1 }
    } use: {
      $0.inject(owner)
      _ = owner.number
    }
  }
}

private final class Office {
  nonisolated(unsafe) static var shared: Int?

  private final class Late: @unchecked Sendable { @Injected(lazy: true) var number: Int? }

  @Test func theInjectorOfALazyValueHasGone() {
    let log = IssueLog()
    var late: Late?
    do {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register("late", in: .singleton) { Late() }
        registry.register("number") { 1 }
      }
      late = injector.instance(for: "late", fileID: "App/Main.swift", line: 10)
    }
    #expect(late?.number == nil)
    expectGoldenReports(.injectorGone, in: log)
  }

  @Test func theSessionOfALazyValueHasEnded() {
    let log = IssueLog()
    let session = ScopedValues()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", in: .values(session), fileID: "App/Setup.swift", line: 1) { 1 }
    }
    let late = Late()
    injector.injectDependencies(to: late, fileID: "App/Main.swift", line: 10)
    session.removeAll()
    #expect(late.number == nil)
    expectGoldenReports(.sessionEnded, in: log)
  }
}
