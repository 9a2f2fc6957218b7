import PropertyInjection
import TestSupport
import Testing

// The words of reports about values that cannot be made, or kept.
extension IssueTextTests {
  @Test func anArgumentIsNotFound() {
    expectGoldenReport(.unresolvedArgument) { registry in
      registry.register("street", instance: "Elm", fileID: setup, line: 1)
      registry.register(
        .type(Address.self), .initializer(Address.init(street:), .key("strete")),
        fileID: setup, line: 2)
    } use: {
      _ = $0.instance(of: Address.self, fileID: main, line: 10)
    }
  }

  @Test func anArgumentIsNilThatMayBe() {
    expectGoldenReport(.unresolvedArgument) { registry in
      registry.register(
        "text", .initializer({ (number: Int?) in "\(number ?? 0)" }, .byType),
        fileID: setup, line: 2)
    } use: {
      _ = $0.instance(for: "text", fileID: main, line: 10) as String?
    }
  }

  @Test func anArgumentIsAmbiguous() {
    expectGoldenReport(.unresolvedArgument) { registry in
      registry.register("one", instance: "a", fileID: setup, line: 1)
      registry.register("two", instance: "b", fileID: setup, line: 2)
      registry.register(
        .type(Address.self), .initializer(Address.init(street:)), fileID: setup, line: 3)
    } use: {
      _ = $0.instance(of: Address.self, fileID: main, line: 10)
    }
  }

  @Test func anInitializerThrows() {
    expectGoldenReport(.threw) { registry in
      registry.register(
        .type(Address.self), .initializer(Address.init(throwing:), .value("")),
        fileID: setup, line: 1)
    } use: {
      _ = $0.instance(of: Address.self, fileID: main, line: 10)
    }
  }

  @Test func aFailableInitializerFailsForAProperty() {
    expectGoldenReport(.initializerGaveNil, injecting: Player()) { registry in
      registry.register(
        "service", .initializer { () -> Service? in nil }, fileID: setup, line: 1)
      registry.declare("service", \Player.service, fileID: setup, line: 2)
    }
  }

  private struct Server: Sendable {
    let port: Int
    init(port: Int = 80) { self.port = port }
  }
  @Test func anArgumentWithADefaultValueIsNotFound() {
    expectGoldenReport(.unresolvedArgument) { registry in
      registry.register("server", .initializer(Server.init(port:)), fileID: setup, line: 1)
    } use: {
      _ = $0.instance(for: .named("server", Server.self), fileID: main, line: 10)
    }
  }

  private struct Letter: Sendable { let address: Address }
  @Test func anArgumentTakesRunTimeArguments() {
    expectGoldenReport(.unresolvedArgument) { registry in
      registry.register(
        .type(Address.self), .initializer(Address.init(street:), .dynamic), fileID: setup, line: 1)
      registry.register("letter", .initializer(Letter.init(address:)), fileID: setup, line: 2)
    } use: {
      _ = $0.instance(for: .named("letter", Letter.self), fileID: main, line: 10)
    }
  }

  /// As the report advises.
  @Test func aFactoryHandsRunTimeArgumentsOn() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(.type(Address.self), .initializer(Address.init(street:), .dynamic))
      registry.register("letter") { (injector: PropertyInjector, street: String) -> Letter? in
        injector.instance(of: Address.self, street).map(Letter.init(address:))
      }
    }
    let letter = injector.instance(for: .named("letter", Letter.self), "Elm")
    #expect(letter?.address.street == "Elm" && log.texts == [])
  }

  /// The factory is not blamed for it as well.
  @Test func aValueThatAFactoryRequiresIsMissing() {
    expectGoldenReport(.unknownName, injecting: Player()) { registry in
      registry.register("service", fileID: setup, line: 1) { injector throws -> Service? in
        _ = try injector.require(.named("number", Int.self), fileID: "App/Setup.swift", line: 2)
        return Service()
      }
      registry.declare("service", \Player.service, fileID: setup, line: 3)
    }
  }

  @Test func theArgumentsAreWrong() {
    expectGoldenReport(.wrongArguments) { registry in
      registry.register(
        .type(Address.self), .initializer(Address.init(street:), .dynamic),
        fileID: setup, line: 1)
    } use: {
      _ = $0.instance(of: Address.self, 3, nil, fileID: main, line: 10)
    }
  }

  @Test func theFactoryOfAnArgumentGivesNil() {
    expectGoldenReport(.unresolvedArgument) { registry in
      registry.register(
        .type(Address.self), .initializer(Address.init(street:)), fileID: setup, line: 1)
      registry.register(.type(String.self), fileID: setup, line: 2) { nil as String? }
    } use: {
      _ = $0.instance(of: Address.self, fileID: main, line: 10)
    }
  }

  @Test func anExceptionHasNoParameter() {
    expectGoldenReport(.surplusArguments) { registry in
      registry.register(
        .type(Address.self), .initializer(Address.init(street:), byTypeExcept: .dynamic(Int.self)),
        fileID: setup, line: 1)
    }
  }

  @Test func argumentsAreGivenToWhatTakesNone() {
    expectGoldenReport(.wrongArguments) {
      $0.register("number", instance: 1, fileID: setup, line: 1)
    } use: {
      _ = $0.instance(for: "number", 3, fileID: main, line: 10) as Int?
    }
  }

  @Test func aWeakValueIsNoObject() {
    expectGoldenReport(.weakValue) {
      $0.register("number", in: .weak, fileID: setup, line: 1) { 1 }
    } use: {
      _ = $0.instance(for: "number", fileID: main, line: 10) as Int?
    }
  }

  private final class Report: @unchecked Sendable { @Injected var number: Int? }
  @MainActor @Test func aKeptValueLacksAProperty() async {
    let log = IssueLog()
    let (setup, main) = (setup, main)
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register(
        "report", in: .singleton, .initializer { Report() }, fileID: setup, line: 1)
      registry.register("number", fileID: setup, line: 2) { @MainActor in 1 }
    }
    await Task.detached {
      _ = injector.instance(for: .named("report", Report.self), fileID: main, line: 10)
    }.value
    expectGoldenReports(.bindingOnAnotherActor, .incomplete, in: log)
  }

  @Test func aPropertyAsksAScopeOutsideItsTime() {
    expectGoldenReport(.outOfScope) { registry in
      registry.register(
        "service", in: .values { nil }, fileID: setup, line: 1
      ) { Service() }
      registry.declare("service", \Player.service, fileID: setup, line: 2)
    } use: { injector in
      for _ in 0..<2 { injector.inject(Player()) }
    }
  }

  @Test func aLookUpAsksAScopeOutsideItsTime() {
    expectGoldenReport(.outOfScope) { registry in
      registry.register(
        "service", in: .values { nil }, fileID: setup, line: 1
      ) { Service() }
    } use: { injector in
      for _ in 0..<2 {
        _ = injector.instance(for: .named("service", Service.self), fileID: main, line: 10)
      }
    }
  }

  @Test func aFactoryLeadsBackToItself() {
    expectGoldenReport(.cycle) { registry in
      registry.register("a", fileID: setup, line: 1) { injector in
        injector.instance(for: "b", fileID: setup, line: 3) as Int?
      }
      registry.register("b", fileID: setup, line: 2) { injector in
        injector.instance(for: "a", fileID: setup, line: 4) as Int?
      }
    } use: {
      _ = $0.instance(for: "a", fileID: main, line: 10) as Int?
    }
  }
}

private struct NoRequest: Error {}

/// A store that is always outside its time.
