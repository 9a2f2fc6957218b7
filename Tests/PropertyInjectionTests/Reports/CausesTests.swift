import PropertyInjection
import TestSupport
import Testing

/// The causes that results and reports name.
@Suite struct CausesTests {
  private let log = IssueLog()

  private struct Row: Sendable { @Injected(lazy: true) var number: Int? }

  private actor Library {
    func keepsRow(_ log: IssueLog) -> Bool {
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.confined(to: self) { registry in
          registry.register("number") { 1 }
          registry.register("row", in: .singleton) { Row() }
        }
      }
      let first: Row? = injector.instance(for: "row")
      let second: Row? = injector.instance(for: "row")
      return first != nil && second != nil
    }
  }

  /// No other call could fill it.
  @Test func aStructThatMayLeaveItsActorIsKeptWithoutTheProperty() async {
    #expect(await Library().keepsRow(log))
    #expect(log.kinds == [.mayLeaveActor])
  }

  @Test func theInnermostMissingArgumentIsTheCause() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number", .initializer({ (text: String) in text.count }, .key("text")))
      registry.register("text", .initializer({ (size: Double) in "\(size)" }, .key("size")))
      registry.declare("number", \Owner.number)
    }
    let reason = injector.injectDependencies(to: Owner()).unfilled.first?.reason
    guard case .unresolvedArgument(let argument, .unknownName)? = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
    #expect(argument.position == 1 && argument.type.type == Double.self)
    #expect(log.texts.first?.contains("made by        (Double) -> String") == true)
  }

  private struct NoFolder: Error, Equatable { let path: String }
  private struct Catalog: Sendable {}
  private struct Pruner: Sendable { @Required var catalog: Catalog }
  private struct Command { @Required var pruner: Pruner }
  private struct Reader: Sendable { let pruner: Pruner }

  private func makeInjectorWithoutFolder() -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register { () throws -> Catalog in throw NoFolder(path: "/nowhere") }
      registry.register(in: .singleton) { Pruner() }
      registry.register(.type(Reader.self), .initializer(Reader.init(pruner:)))
    }
  }

  @Test func theErrorOfAValueFurtherInIsThrown() throws {
    var command = Command()
    let result = makeInjectorWithoutFolder().injectDependencies(to: &command)
    let error = #expect(throws: NoFolder.self) { try result.requireComplete() }
    #expect(error == NoFolder(path: "/nowhere"))
    #expect(
      result.description.hasSuffix(
        """
        Command.pruner stayed nil: the value for it is incomplete. Pruner.catalog stayed nil: what makes it has thrown \
        NoFolder(path: "/nowhere").
        """))
  }

  @Test func theErrorIsThrownForTheElementsOfACollection() {
    var commands = [Command(), Command()]
    let results = makeInjectorWithoutFolder().injectDependencies(toEach: &commands)
    #expect(throws: NoFolder.self) { try results.requireComplete() }
    #expect(results.incomplete.map(\.position) == [0, 1])
  }

  /// A property that may stay nil is no reason to stop.
  @Test func theErrorOfAnOptionalPropertyIsNotThrown() throws {
    final class Shelf {
      @Injected(optional: true) var catalog: Catalog?
      @Required var missing: Owner
    }
    let injector = makeInjectorWithoutFolder()
    #expect(throws: InjectionResult.self) {
      try injector.injectDependencies(to: Shelf()).requireComplete()
    }
  }

  @Test func theErrorOfAnArgumentFurtherInIsThrown() {
    let error = #expect(throws: NoFolder.self) {
      _ = try makeInjectorWithoutFolder().require(.type(Reader.self))
    }
    #expect(error == NoFolder(path: "/nowhere"))
    #expect(log.issues.map(\.kind.thrown).contains { $0?.error as? NoFolder == error })
  }

  /// What a factory gives on is told once.
  @Test func anErrorThatAFactoryGivesOnIsReportedOnce() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register { () throws -> Catalog in throw NoFolder(path: "/nowhere") }
      registry.register { injector in [try injector.require(.type(Catalog.self))] }
    }
    #expect(throws: NoFolder.self) { _ = try injector.require(.type([Catalog].self)) }
    #expect(log.kinds == [.threw])
  }

  private final class Owner { var number: Int? }

  @Test func anIssueThatAnotherInjectorHasThrownIsAnErrorLikeAnyOther() {
    let otherLog = IssueLog()
    let other = PropertyInjector(reportingTo: otherLog) { _ in }
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () -> Int? in
        let number: Int = try other.require("size")
        return number
      }
      registry.declare("number", \Owner.number)
    }
    #expect(injector.injectDependencies(to: Owner()).unfilled.map(\.name) == ["number"])
    #expect(log.kinds == [.threw] && otherLog.kinds == [.unknownName])
    let cause = #"No instance for "size": Int: nothing is registered under "size"."#
    #expect(log.texts.first?.contains(cause) == true)
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named("number", Int.self))
    }
    #expect(issue?.description.hasPrefix(cause) == true)
  }

  @Test func anIssueOfAnEarlierLookUpIsReportedWhereItIsThrownAgain() {
    let thrown = Locked<InjectionIssue?>(nil)
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { () -> Int? in throw thrown.withLock { $0! } }
    }
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named("size", Int.self))
    }
    thrown.withLock { $0 = issue }
    #expect(injector.instance(for: .named("number", Int.self)) == nil)
    #expect(log.kinds == [.unknownName, .threw])
  }

  /// It has been reported by the look-up; the caller gets it.
  @Test func theIssueOfALookUpInTheFactoryIsReportedOnce() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("number") { (injector: PropertyInjector) -> Int? in
        let number: Int = try injector.require("size")
        return number
      }
    }
    #expect(injector.instance(for: .named("number", Int.self)) == nil)
    #expect(log.kinds == [.unknownName])
    let issue = #expect(throws: InjectionIssue.self) {
      try injector.require(.named("number", Int.self))
    }
    #expect(issue?.kindName == .unknownName && issue?.lookedUpName == "size")
    #expect(log.kinds == [.unknownName])
  }

  private class Base: Constructible, @unchecked Sendable {
    static var provider: Provider<Base> { .initializer { Base() } }
  }
  private class Heir: Base, @unchecked Sendable {}

  @Test func aDeadEndAtABindingSuggestsANameNearIt() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.alias(.named("heir", Heir.self), to: .type(Base.self))
      registry.register("base", instance: Base())
      registry.register("bases", instance: Heir())
    }
    #expect(injector.instance(for: .named("heir", Heir.self)) == nil)
    #expect(log.texts.first?.hasSuffix(#"or lead to "bases"."#) == true)
  }

  @Test func anAliasThatEndsAtAnUnfitBindingIsNotSuggested() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("base", instance: Base())
      registry.alias(.named("heir", Heir.self), to: .type(Base.self))
    }
    #expect(injector.instance(for: .named("heirr", Heir.self)) == nil)
    #expect(log.texts.first?.contains("or ask for") == false)
  }

  private final class Late: @unchecked Sendable {
    // Unchecked: one thread uses it.
    @Injected("nothing", lazy: true) var number: Int?
  }

  /// So many misses are remembered; the answer to the next is for the read alone.
  @Test func aLazyPropertyIsReadAfterMoreMissesThanAreRemembered() {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("late", in: .singleton) { Late() }
    }
    let late: Late? = injector.instance(for: "late")
    for number in 0..<1_100 { #expect(injector.instance(for: "no \(number)") as Int? == nil) }
    #expect(late?.number == nil)
    #expect(log.kinds.last == .unknownName)
  }
}
