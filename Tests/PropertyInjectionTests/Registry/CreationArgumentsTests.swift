import PropertyInjection
import TestSupport
import Testing

@Suite struct CreationArgumentsTests {
  @Test func dynamicArgumentsAreSuppliedByTheCallerInTheirOrder() throws {
    let injector = PropertyInjector { registry in
      registry.register("street", instance: "Elm")
      registry.register(
        .type(Order.self),
        .initializer(
          Order.init(name:street:count:note:), .dynamic, .key("street"), .dynamic, .dynamic))
    }
    let order = try #require(injector.instance(of: Order.self, "Jenny", 3, "soon"))
    #expect(order.name == "Jenny" && order.street == "Elm")
    #expect(order.count == 3 && order.note == "soon")
  }

  @Test func theArgumentsMayBeInAnArray() {
    let injector = PropertyInjector { registry in
      registry.register("sum") { (_, one: Int, two: Int) in one + two }
      registry.register(.type(String.self)) { (_, text: String) in text + text }
    }
    #expect(injector.instance(for: "sum", arguments: [1, 2]) == 3)
    #expect(injector.instance(for: .type(String.self), arguments: ["a"]) == "aa")
  }

  @Test func anOptionalArgumentTakesNil() throws {
    let injector = PropertyInjector { registry in
      registry.register(
        .type(Order.self),
        .initializer(
          Order.init(name:street:count:note:), .dynamic, .value("Elm"), .dynamic, .dynamic))
    }
    #expect(try #require(injector.instance(of: Order.self, "Jenny", 3, nil)).note == nil)
    let none: String? = nil
    let some: String? = "soon"
    #expect(try #require(injector.instance(of: Order.self, "Jenny", 3, none)).note == nil)
    #expect(try #require(injector.instance(of: Order.self, some, 3, some)).name == "soon")
  }

  @Test func anArgumentOfASubclassOrOfAConformingTypeFits() {
    let injector = PropertyInjector { registry in
      registry.register(
        .type(Couple.self),
        .initializer(
          { (service: Service, clock: any Clock) in Couple(service, clock) }, .dynamic, .dynamic))
    }
    let pair = injector.instance(of: Couple.self, SpecialService(), StoppedClock(now: 5))
    #expect(pair?.service is SpecialService && pair?.clock.now == 5)
  }

  @Test func wrongArgumentsAreReportedWithTheTypesWantedAndGiven() {
    func report(_ make: (PropertyInjector) -> Order?) -> InjectionIssue? {
      let log = IssueLog()
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.register(
          .type(Order.self),
          .initializer(
            Order.init(name:street:count:note:), .dynamic, .value("Elm"), .dynamic, .dynamic))
      }
      #expect(make(injector) == nil)
      #expect(log.kinds == [.wrongArguments])
      return log.issues.first
    }
    func names(_ types: [Any.Type?]?) -> [String]? {
      types.map { $0.map { $0.map { "\($0)" } ?? "nil" } }
    }
    let tooFew = report { $0.instance(of: Order.self, "Jenny") }
    #expect(names(tooFew?.wantedTypes) == ["String", "Int", "Optional<String>"])
    #expect(names(tooFew?.givenTypes) == ["String"])
    #expect(names(report { $0.instance(of: Order.self) }?.givenTypes) == [])
    let tooMany = report { $0.instance(of: Order.self, "Jenny", 3, nil, 4) }
    #expect(names(tooMany?.givenTypes) == ["String", "Int", "nil", "Int"])
    #expect(
      names(report { $0.instance(of: Order.self, 3, "Jenny", nil) }?.givenTypes)?.first == "Int")
    #expect(names(report { $0.instance(of: Order.self, nil, 3, nil) }?.givenTypes)?.first == "nil")
    #expect(
      names(report { $0.instance(of: Order.self, "Jenny", 3.0, nil) }?.givenTypes)?[1] == "Double")
  }

  @Test func nothingIsMadeWhenTheNumberOfArgumentsIsWrong() {
    let calls = Counter()
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("service") { () -> Service in
        calls.increment()
        return Service()
      }
      registry.register(
        .type(Couple.self),
        .initializer(
          { (service: Service, clock: any Clock) in Couple(service, clock) }, .key("service"),
          .dynamic))
    }
    #expect(injector.instance(of: Couple.self, ClassClock(), 1) == nil)
    #expect(calls.count == 0)
    #expect(injector.instance(of: Couple.self, ClassClock()) != nil)
    #expect(calls.count == 1)
  }

  @Test func factoriesTakeArgumentsAfterTheInjector() throws {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("street", instance: "Elm")
      registry.register("order") { (injector, name: String, count: Int) in
        Order(
          name: name, street: injector.instance(for: .named("street"))!, count: count, note: nil)
      }
      registry.declare("order", \Desk.order)
    }
    let order: Order = try #require(injector.instance(for: "order", "Jenny", 3))
    #expect(order.name == "Jenny" && order.street == "Elm" && order.count == 3)
    let desk = Desk()
    #expect(injector.injectDependencies(to: desk).unfilled.map(\.reasonName) == [.wrongArguments])
    #expect(log.kinds == [.wrongArguments])
  }

  @Test @MainActor func factoriesOfAnActorTakeArgumentsToo() throws {
    let injector = PropertyInjector { registry in
      registry.register("one", .initializer(Label.init, .dynamic))
      registry.onMainActor { $0.register("two") { (_, name: String) in Label(name) } }
    }
    let one: Label = try #require(injector.instance(for: "one", "a"))
    let two: Label = try #require(injector.instance(for: "two", "b"))
    #expect(one.text == "a" && two.text == "b")
  }

  @Test func anInstanceAndAFactoryWithoutParametersTakeNoArguments() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("instance", instance: 1)
      registry.register("factory") { 2 }
    }
    let instance: Int? = injector.instance(for: "instance", "argument")
    let factory: Int? = injector.instance(for: "factory", "argument")
    #expect(instance == nil && factory == nil)
    #expect(log.kinds == [.wrongArguments, .wrongArguments])
  }

  @Test func aKeptValueTakesNoArguments() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", in: .singleton) { 1 }
      registry.register("ticket", in: .singleton, .object(TicketProvider()))
    }
    let one: Int? = injector.instance(for: "one", 2)
    let ticket: Ticket? = injector.instance(for: "ticket", "Jenny")
    #expect(one == nil && ticket == nil)
    #expect(log.kinds == [.wrongArguments, .wrongArguments])
    #expect(log.texts.allSatisfy { $0.contains("it takes no run-time arguments") })
  }

  @Test func aScopeOfAFactoryThatTakesArgumentsIsReportedAndIgnored() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("one", in: .singleton, .initializer({ (name: String) in name }, .dynamic))
      registry.register("two", .initializer({ (name: String) in name }, .dynamic))
      registry.unchecked { $0.setScope(.singleton, for: .named("two", String.self)) }
    }
    #expect(log.kinds == [.scopeOfCalls, .scopeOfCalls])
    for name in ["one", "two"] {
      #expect(injector.instance(for: .named(name, String.self), "Jenny") == "Jenny")
      #expect(injector.instance(for: .named(name, String.self), "Jonny") == "Jonny")
    }
  }

  @Test func aFactoryMakesWithArguments() throws {
    let injector = PropertyInjector { registry in
      registry.register("order") { (_, name: String) in
        Order(name: name, street: "", count: 1, note: nil)
      }
      registry.register("twice") { (injector, name: String) -> [Order]? in
        let one: Order? = injector.instance(for: "order", name)
        let two: Order? = injector.instance(for: "order", name + name)
        return [one!, two!]
      }
    }
    let twice: [Order] = try #require(injector.instance(for: "twice", "a"))
    #expect(twice.map(\.name) == ["a", "aa"])
  }
}

@Suite struct InjectionProviderTests {
  @Test func aProviderObjectKeepsStateAndGetsTheInjectorAndArguments() throws {
    let injector = PropertyInjector { registry in
      registry.register("first", instance: 100)
      registry.register("ticket", .object(TicketProvider()))
      registry.declare("ticket", \Passenger.ticket)
    }
    let passenger = Passenger()
    injector.injectDependencies(to: passenger)
    #expect(passenger.ticket == Ticket(number: 101, holder: nil))
    let ticket: Ticket? = injector.instance(for: "ticket", "Jenny")
    #expect(ticket == Ticket(number: 102, holder: "Jenny"))
  }

  @Test func whatItThrowsIsReportedAndNilLeavesThePropertyNil() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("first", instance: 0)
      registry.register("ticket", .object(TicketProvider(last: 1)))
    }
    let first: Ticket? = injector.instance(for: "ticket")
    let second: Ticket? = injector.instance(for: "ticket")
    #expect(first?.number == 1 && second == nil)
    #expect(log.issues.isEmpty)
    let refused: Ticket? = injector.instance(for: "ticket", 7)
    #expect(refused == nil)
    #expect(log.issues.first?.underlyingError is TicketProvider.NoName)
  }

  @Test func itsValueIsKeptInAScope() {
    let injector = PropertyInjector { registry in
      registry.register("first", instance: 0)
      registry.register("ticket", in: .singleton, .object(TicketProvider()))
    }
    let tickets: [Ticket?] = [injector.instance(for: "ticket"), injector.instance(for: "ticket")]
    #expect(tickets[0] == tickets[1])
  }
}

private struct Order: Sendable {
  let name: String
  let street: String
  let count: Int
  let note: String?
}

private final class Desk { var order: Order? }

private struct Couple {
  let service: Service
  let clock: any Clock
  init(_ service: Service, _ clock: any Clock) {
    self.service = service
    self.clock = clock
  }
}

@MainActor private final class Label {
  let text: String
  init(_ text: String) { self.text = text }
}

private struct Ticket: Sendable, Equatable {
  let number: Int
  let holder: String?
}

private final class Passenger { var ticket: Ticket? }

private final class TicketProvider: InjectionProvider {
  struct NoName: Error {}

  private let issued = Locked(0)
  private let last: Int

  init(last: Int = .max) { self.last = last }

  func provide(with injector: PropertyInjector, arguments: [Any?]) throws -> Ticket? {
    if let argument = arguments.first, !(argument is String) { throw NoName() }
    let number = issued.withLock { issued in
      issued += 1
      return issued
    }
    guard number <= last, let first = injector.instance(for: .named("first")) as Int? else {
      return nil
    }
    return Ticket(number: first + number, holder: arguments.first as? String)
  }
}
