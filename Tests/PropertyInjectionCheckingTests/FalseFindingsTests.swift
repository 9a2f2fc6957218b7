import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Programs that are right, and findings whose remedies have to help.
@Suite struct FalseFindingsTests {
  final class Store: Sendable {}

  private func findings(
    _ severity: ValidationReport.Severity, of report: ValidationReport
  ) -> [InjectionIssue] {
    report.findings.filter { $0.severity == severity }.map(\.issue)
  }

  final class Shop {
    @Required var store: Store
    @Required var backup: Store
  }

  @Test func anOverrideOfANameThatTheConfigurationHasIsForThatName() {
    let injector = PropertyInjector { registry in
      registry.register(instance: Store())
      registry.register("backup", instance: Store())
    }
    let derived = injector.overriding { $0.register("backup", instance: Store()) }
    #expect(findings(.warning, of: derived.validate(including: Shop())).isEmpty)
  }

  final class Lines {
    @Injected var line1: String?
    @Injected(optional: true) var line2: String?
    @Injected var x: Int?
    @Injected(optional: true) var y: Int?
  }

  @Test func aNumberInANameAndANameOfOneLetterAreNoSlips() {
    let injector = PropertyInjector { registry in
      registry.register("line1", instance: "a")
      registry.register("x", instance: 1)
    }
    #expect(findings(.warning, of: injector.validate(including: Lines())).isEmpty)
  }

  final class Wall {
    @Injected("wall", optional: true) var store: Store?
    @Required(.byType) var other: Store
  }

  @Test func anOptionalKeyThatIsWrittenOutSaysNothingOfItsType() {
    let injector = PropertyInjector { $0.register("walls", instance: Store()) }
    let texts = findings(.warning, of: injector.validate(including: Wall())).map(\.description)
    #expect(texts.count == 1)
    #expect(texts.first?.contains("for its type alone") == false)
    let mended = PropertyInjector { registry in
      registry.register("walls", instance: Store())
      registry.registerNil(.named("wall", Store.self))
    }
    #expect(findings(.warning, of: mended.validate(including: Wall())).isEmpty)
  }

  final class Helper: Sendable {
    let injector: PropertyInjector
    init(injector: PropertyInjector) { self.injector = injector }
  }

  @Test(arguments: [true, false])
  func onlyAValueThatAnInjectorHoldsKeepsIt(_ isWeak: Bool) {
    let injector = PropertyInjector { registry in
      registry.register(
        in: isWeak ? .weak : .singleton, .initializer(Helper.init(injector:)))
      registry.declare(asks: .type(Helper.self))
    }
    let found = findings(.warning, of: injector.validate()).map(\.kindName)
    #expect(found == (isWeak ? [] : [.keptInjector]))
  }

  @Test func theStoresOfAnInjectorAreItsOwnAffair() {
    let injector = PropertyInjector { registry in
      registry.register(in: .values(ScopedValues()), .initializer(Helper.init(injector:)))
      registry.declare(asks: .type(Helper.self))
    }
    #expect(injector.validate().findings.isEmpty)
  }

  struct Header { var title: String? }
  struct Form {
    var title: String?
    var header = Header()
  }

  @Test func aKeyPathThatLeadsIntoAPartIsNotMisdirected() {
    let injector = PropertyInjector { registry in
      registry.register("title", instance: "Departures")
      registry.declare("title", \Form.header.title)
    }
    var form = Form()
    injector.injectDependencies(to: &form)
    #expect(form.header.title == "Departures" && form.title == nil)
    #expect(findings(.error, of: injector.validate()).isEmpty)
  }

  final class Archive: Sendable { init?(isThere: Bool) { if !isThere { return nil } } }
  final class Reader { @Required var archive: Archive }

  @Test func aRehearsalTellsThatARequiredPropertyGotNil() {
    let injector = PropertyInjector { registry in
      registry.register { Archive(isThere: false) }
      registry.declare { Reader() }
    }
    let found = findings(.warning, of: injector.rehearse())
    #expect(found.map(\.kindName) == [.leftOut])
    #expect(found.first?.description.contains("Reader.archive") == true)
  }

  final class Queue: @unchecked Sendable { @Required var crew: Crew }
  final class Crew: @unchecked Sendable { weak var queue: Queue? }

  @Test(arguments: [true, false])
  func aWeakPropertyThatIsNotDeclaredIsTold(_ isDeclared: Bool) {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register(in: .singleton) { Queue() }
      registry.register(in: .singleton) { Crew() }
      if isDeclared { registry.declare("queue", \Crew.queue) }
      registry.declare(asks: .type(Queue.self))
    }
    let found = findings(.warning, of: injector.validate())
    #expect(found.map(\.kindName) == (isDeclared ? [] : [.undeclaredProperty]))
    let remedy = #"  to fix         registry.declare("queue", \Crew.queue), in the type itself"#
    #expect(found.allSatisfy { $0.description.contains(remedy) })
  }

  private protocol Plugin: Sendable {}
  private protocol NamedPlugin: Plugin {}
  private struct Zoom: NamedPlugin {}
  private final class Host { @Required var plugins: [any Plugin] }

  @Test func ofAnEmptyListItIsToldWhatIsNotInIt() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register(instance: Zoom() as any NamedPlugin)
    }
    let notes = findings(.note, of: injector.validate(including: Host()))
    #expect(notes.map(\.kindName).contains(.notListed))
  }
}
