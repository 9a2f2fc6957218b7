import PropertyInjection
import TestSupport
import Testing

/// Which types have a hook.
@Suite struct HooksTests {
  private let injector = PropertyInjector { registry in
    registry.register("number", instance: 5)
    registry.declare("number", \Shelf<Int>.number)
    registry.declare("number", \Shelf<Book>.number)
    registry.declare("number", \Plain.number)
    registry.declare("number", \Shelved.number)
    registry.declare("number", \Guest.number)
    registry.declare("number", \Refined.number)
    registry.declare("number", \Room<Int>.number)
  }

  @Test func aClassAndItsSuperclassInjectThemselvesOnce() {
    #expect(Tenant(injector).steps == ["hook 5", "superclass", "subclass 5", "again false"])
  }

  @Test func aGenericTypeHasAHookWhereItsConditionHolds() {
    let numbers = Shelf<Int>()
    let books = Shelf<Book>()
    injector.injectDependencies(to: numbers)
    injector.injectDependencies(to: books)
    #expect(numbers.number == 5 && numbers.calls == 0)
    #expect(books.number == 5 && books.calls == 1)
  }

  @Test func aSubclassHasTheHookThatItsSuperclassLacks() {
    let plain = Plain()
    let hooked = Hooked()
    let heir = Heir<Int>()
    for object in [plain, hooked, heir] { injector.injectDependencies(to: object) }
    #expect([plain, hooked, heir].map(\.calls) == [0, 1, 1])
  }

  @Test func aTypeInAFunctionHasAHook() {
    struct Local: InjectionAware {
      @Injected var number: Int?
      var calls = 0
      mutating func didInjectDependencies() { calls += 1 }
    }
    var local = Local()
    injector.injectDependencies(to: &local)
    #expect(local.number == 5 && local.calls == 1)
  }

  @Test func aStructHasTheHookOfAnExtension() {
    var row = Shelved()
    injector.injectDependencies(to: &row)
    #expect(row.number == 5 && row.calls == 1)
  }

  @Test func aTypeOfAnotherModuleHasTheHookOfAnExtension() {
    let guest = Guest()
    injector.injectDependencies(to: guest)
    #expect(guest.number == 5 && guest.calls == 1)
  }

  @Test func aTypeThatAdoptsARefinedProtocolHasItsHook() {
    let refined = Refined()
    injector.injectDependencies(to: refined)
    #expect(refined.number == 5 && refined.calls == 1)
  }

  @Test func aSubclassOfAGenericTypeHasTheHookOfThat() {
    let suite = Suite()
    injector.injectDependencies(to: suite)
    #expect(suite.number == 5 && suite.calls == 1)
  }
}

extension Guest: InjectionAware {
  package func didInjectDependencies() { calls += 1 }
}

private protocol Counting: InjectionAware, AnyObject { var calls: Int { get set } }

extension Counting {
  func didInjectDependencies() { calls += 1 }
}

private final class Refined: Counting {
  var number: Int?
  var calls = 0
}

private class Landlord {
  @Injected var number: Int?
  var steps: [String] = []

  init(_ injector: PropertyInjector) {
    injector.injectDependencies(to: self)
    steps.append("superclass")
  }
}

private final class Tenant: Landlord, InjectionAware {
  @Injected(.named("number", Int.self)) var own: Int?

  override init(_ injector: PropertyInjector) {
    super.init(injector)
    steps.append("subclass \(own ?? 0)")
    steps.append("again \(injector.injectDependencies(to: self).didInject)")
  }

  func didInjectDependencies() { steps.append("hook \(number ?? 0)") }
}

private class Room<Item>: InjectionAware {
  var number: Int?
  var calls = 0
  func didInjectDependencies() { calls += 1 }
}

private final class Suite: Room<Int> {}

private protocol Readable {}

private struct Book: Readable {}

private final class Shelf<Item> {
  var number: Int?
  var calls = 0
}

extension Shelf: InjectionAware where Item: Readable {
  func didInjectDependencies() { calls += 1 }
}

private class Plain {
  var number: Int?
  var calls = 0
}

private class Hooked: Plain, InjectionAware {
  func didInjectDependencies() { calls += 1 }
}

private final class Heir<Item>: Hooked {}

private struct Shelved {
  var number: Int?
  var calls = 0
}

extension Shelved: InjectionAware {
  mutating func didInjectDependencies() { calls += 1 }
}
