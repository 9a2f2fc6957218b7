import PropertyInjection
import TestSupport
import Testing

/// A handler that sees what is injected.
@Suite struct WatchingTests {
  private final class Desk {
    var number: Int?
    @Injected var made: Part?
    @Injected(lazy: true) var late: String?
    @Injected var volume: Int?
    var set: Int? = 5
  }
  private final class Part { @Injected(.byType) var text: String? }
  private struct Sheet { var number: Int? }

  private func configure(_ registry: inout Registry, _ lines: Locked<[String]>) {
    registry.register("number", instance: 1)
    registry.register("set", instance: 2)
    registry.register("made") { Part() }
    registry.register("late") { "late" }
    registry.intercept(.volume, get: { _ in 3 })
    registry.declare("number", \Desk.number)
    registry.declare("set", \Desk.set)
    registry.declare("number", \Sheet.number)
    registry.injectionHandler = { point in
      #expect(point.injectionLocation != nil)
      lines.withLock { $0.append("\(point)") }
    }
  }

  private let desk = [
    #"Desk.number <- "number": Int"#, #"Part.text <- "late": String, by its type"#,
    #"Desk.made <- "made": Part"#,
    #"Desk.late <- "late": String"#, #"Desk.volume <- "volume": Int"#,
  ]

  @Test func itIsToldEachPropertyThatIsFilled() {
    let lines = Locked<[String]>([])
    let injector = PropertyInjector(reportingTo: IssueLog()) { configure(&$0, lines) }
    for _ in 0..<2 {
      let object = Desk()
      for _ in 0..<2 { injector.injectDependencies(to: object) }
      #expect(lines.withLock { $0 } == desk)
      lines.withLock { $0 = [] }
    }
    var sheet = Sheet()
    injector.injectDependencies(to: &sheet)
    _ = injector.instance(of: Part.self)
    #expect(
      lines.withLock { $0 } == [
        #"Sheet.number <- "number": Int"#, #"Part.text <- "late": String, by its type"#,
      ])
  }

  @Test func aValueDecidedOnIsToldWithoutABinding() {
    let lines = Locked<[String]>([])
    let injector = PropertyInjector(reportingTo: IssueLog()) { configure(&$0, lines) }
    injector.injectDependencies(to: Desk()) { point in
      switch point.name {
      case "number": .inject(7)
      case "late": .inject("decided")
      case "volume": .asUsual
      default: .skip
      }
    }
    #expect(
      lines.withLock { $0 } == [
        "Desk.number <- declared", "Desk.late <- marked", #"Desk.volume <- "volume": Int"#,
      ])
  }

  @Test func aDerivedInjectorTellsItTooUnlessItHasAnother() {
    let lines = Locked<[String]>([])
    let injector = PropertyInjector(reportingTo: IssueLog()) { configure(&$0, lines) }
    var sheet = Sheet()
    injector.injectDependencies(to: &sheet)
    let derived = injector.overriding { $0.register("number", instance: 2) }
    sheet.number = nil
    derived.injectDependencies(to: &sheet)
    injector.withOverrides {
      $0.register("number", instance: 3)
    } operation: {
      sheet.number = nil
      injector.injectDependencies(to: &sheet)
    }
    #expect(sheet.number == 3 && lines.withLock { $0.count } == 3)
    injector.withOverrides {
      $0.injectionHandler = nil
    } operation: {
      sheet.number = nil
      injector.injectDependencies(to: &sheet)
    }
    #expect(sheet.number == 1 && lines.withLock { $0.count } == 3)
    let silent = injector.overriding { registry in
      #expect(registry.injectionHandler != nil)
      registry.injectionHandler = nil
    }
    sheet.number = nil
    silent.injectDependencies(to: &sheet)
    #expect(sheet.number == 1 && lines.withLock { $0.count } == 3)
  }

  @Test func itMayInject() {
    let injector = Locked<PropertyInjector?>(nil)
    let numbers = Locked<[Int?]>([])
    let own = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Desk.number)
      registry.declare("number", \Sheet.number)
      registry.injectionHandler = { point in
        guard point.ownerType == Desk.self else { return }
        var sheet = Sheet()
        injector.withLock { $0 }?.injectDependencies(to: &sheet)
        numbers.withLock { $0.append(sheet.number) }
      }
      registry.issueHandler = { _ in }
    }
    injector.withLock { $0 = own }
    own.injectDependencies(to: Desk())
    #expect(numbers.withLock { $0 } == [1])
    injector.withLock { $0 = nil }
  }

  @Test func itGoesWithTheModuleThatHasSetIt() {
    let (outer, inner) = (Locked<[String]>([]), Locked<[String]>([]))
    let module = InjectionModule("Watching") { registry in
      registry.injectionHandler = { point in inner.withLock { $0.append("\(point)") } }
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.declare("number", \Sheet.number)
      registry.injectionHandler = { point in outer.withLock { $0.append("\(point)") } }
      registry.install(module)
    }
    var sheet = Sheet()
    injector.injectDependencies(to: &sheet)
    let without = injector.overriding { $0.uninstall(module) }
    sheet.number = nil
    without.injectDependencies(to: &sheet)
    #expect(inner.withLock { $0.count } == 1 && outer.withLock { $0.count } == 1)
  }
}
