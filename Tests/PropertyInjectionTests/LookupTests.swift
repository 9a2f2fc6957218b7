import PropertyInjection
import TestSupport
import Testing

/// Look-ups that objects hold, for values that do not last as long.
@Suite struct LookupTests {
  struct Visit: Sendable {
    let visitor: String
    let values = ScopedValues()
    @TaskLocal static var current: Visit?
  }

  struct Visitor: Sendable { let name: String }

  private final class Board: Sendable {
    let visitor: Lookup<Visitor>
    init(visitor: Lookup<Visitor>) { self.visitor = visitor }
  }

  private let log = IssueLog()

  private func injector(_ configure: (inout Registry) -> Void = { _ in }) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .singleton, .initializer(Board.init(visitor:)))
      registry.register(in: .values { Visit.current?.values }) {
        Visit.current.map { Visitor(name: $0.visitor) }
      }
      configure(&registry)
    }
  }

  @Test func aKeptServiceAsksForTheValueOfEachRequest() throws {
    let board = try injector().require(.type(Board.self))
    for name in ["Ines", "Joao"] {
      try Visit.$current.withValue(Visit(visitor: name)) {
        #expect(board.visitor()?.name == name)
        let visitor = try board.visitor.require()
        #expect(visitor.name == name)
      }
    }
    #expect(log.kinds.isEmpty)
  }

  @Test func outsideOfARequestNilIsAnAnswerAndADemandThrows() throws {
    let board = try injector().require(.type(Board.self))
    #expect(board.visitor() == nil)
    #expect(log.kinds == [])
    let issue = #expect(throws: InjectionIssue.self) { try board.visitor.require() }
    #expect(issue?.kind == .outOfScope)
    #expect(issue?.injectionLocation?.line == UInt(#line - 2))
    #expect(log.kinds == [.outOfScope])
  }

  /// A kept value would keep the nil of the first call.
  @Test func aFactoryOfAKeptValueIsNotDoneWithoutTheRequest() throws {
    final class Page: Sendable {
      let title: String?
      init(title: String?) { self.title = title }
    }
    let injector = injector { registry in
      registry.register(in: .singleton) { injector in
        let visitor = injector.instance(of: Lookup<Visitor>.self)?()
        return visitor.map { Page(title: $0.name) }
      }
    }
    #expect(injector.instance(of: Page.self) == nil)
    let page = Visit.$current.withValue(Visit(visitor: "Ines")) { injector.instance(of: Page.self) }
    #expect(page?.title == "Ines")
  }

  private final class Office {
    @Required var limit: Lookup<Int>
    @Required("limit") var most: Lookup<Int>
    @Required var board: Lookup<Board>
    @Injected(.byType) var visitor: Lookup<Visitor>?
    @Required("nothing") var missing: Lookup<Int>
  }

  @Test func itAsksForTheKeyThatAPropertyOfTheValuesTypeWould() throws {
    let injector = injector { $0.register("limit", instance: 7) }
    let office = injector.injected(Office())
    #expect(office.limit() == 7)
    #expect(office.most() == 7)
    #expect(office.board() === injector.instance(of: Board.self))
    #expect(office.visitor != nil)
    #expect(office.missing() == nil)
    #expect(log.kinds == [.unknownName])
    #expect(log.issues.first?.lookedUpName == "nothing")
  }

  @Test func anInitializerGetsOneByTypeOrByItsKey() throws {
    struct Pair: Sendable {
      let one, other: Lookup<Int>
    }
    let injector = injector { registry in
      registry.register(instance: 1)
      registry.register("two", instance: 2)
      registry.register(.initializer(Pair.init(one:other:), .byType, .key("two")))
    }
    let pair = try injector.require(.type(Pair.self))
    #expect(pair.one() == 1)
    #expect(pair.other() == 2)
  }

  @Test func itHandsRunTimeArgumentsOn() throws {
    struct Ticket { let number: Int }
    let injector = injector { $0.register(.initializer(Ticket.init(number:), .dynamic)) }
    let tickets = try injector.require(.type(Lookup<Ticket>.self))
    #expect(tickets(3)?.number == 3)
    #expect(try tickets.require(4).number == 4)
    #expect(tickets("three") == nil)
  }

  private final class Crew: Sendable {
    let queue: Lookup<Queue>
    init(queue: Lookup<Queue>) { self.queue = queue }
  }
  private final class Queue: Sendable {
    let crew: Crew
    init(crew: Crew) { self.crew = crew }
  }

  @Test func initializersThatNeedEachOtherAreMade() throws {
    let injector = injector { registry in
      registry.register(in: .singleton, .initializer(Crew.init(queue:)))
      registry.register(in: .singleton, .initializer(Queue.init(crew:)))
    }
    let queue = try injector.require(.type(Queue.self))
    #expect(queue.crew.queue() === queue)
  }

  private protocol Check: Sendable {}
  private struct Wind: Check {}
  private struct Rain: Check {}

  @Test func itLooksUpAListAnew() throws {
    let injector = injector { registry in
      registry.register { Wind() }
      registry.register { Rain() }
    }
    let checks = try injector.require(.type(Lookup<[any Check]>.self))
    #expect(checks()?.count == 2)
  }

  @MainActor private final class Screen {}

  @MainActor @Test func valuesOfAnActorAreHandedOutOnItOnly() async throws {
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(in: .singleton) { @MainActor in Screen() }
    }
    let screen = try injector.require(.type(Lookup<Screen>.self))
    #expect(screen() === screen())
    let isThere = await Task.detached { screen() != nil }.value
    #expect(!isThere)
    #expect(log.kinds.count == 1)
  }

  @Test func anOverrideAnswersTheLookupsOfItsOwnObjects() throws {
    let injector = injector()
    let derived = injector.overriding { registry in
      registry.register(in: .singleton, .initializer(Board.init(visitor:)))
      registry.register(instance: Visitor(name: "fake"))
    }
    #expect(try derived.require(.type(Board.self)).visitor()?.name == "fake")
    #expect(try injector.require(.type(Board.self)).visitor() == nil)
  }

  @Test func itNeedsNoRegistrationAndFindsNothingByItsOwnType() throws {
    let injector = injector()
    #expect(injector.contains(.type(Lookup<String>.self)))
    let text = try injector.require(.type(Lookup<String>.self))
    #expect(text() == nil)
    #expect(log.kinds == [.unknownType])
  }
}
