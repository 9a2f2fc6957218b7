import PropertyInjection
import TestSupport
import Testing

/// Static properties, through key paths that start at the type.
///
/// They are the process's own: each test has types of its own.
@Suite struct StaticPropertiesTests {
  private final class Account {
    nonisolated(unsafe) static var session: Service?
    nonisolated(unsafe) static var number: Int? = 1
  }

  @Test func theyAreFilledOnceAndByNameAndType() {
    let injector = PropertyInjector { registry in
      registry.register("session", instance: Service())
      registry.register("number", instance: 2)
      registry.declare("session", \Account.Type.session)
      registry.declare("number", \Account.Type.number)
    }
    let result = injector.injectDependencies(toStaticPropertiesOf: Account.self)
    #expect(result.injected == ["session"])
    #expect(Account.session != nil && Account.number == 1)
    #expect(!injector.injectDependencies(toStaticPropertiesOf: Account.self).didInject)
  }

  private struct Settings { nonisolated(unsafe) static var number: Int? }
  private enum Options { nonisolated(unsafe) static var number: Int? }
  @Test func staticPropertiesOfStructsEnumsAndGenericTypesAreFilled() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 2)
      registry.declare("number", \Settings.Type.number)
      registry.declare("number", \Options.Type.number)
      registry.declare("number", \Generic<Int>.Type.number)
    }
    #expect(injector.injectDependencies(toStaticPropertiesOf: Settings.self).didInject)
    #expect(injector.injectDependencies(toStaticPropertiesOf: Options.self).didInject)
    #expect(injector.injectDependencies(toStaticPropertiesOf: Generic<Int>.self).didInject)
    #expect(Settings.number == 2 && Options.number == 2 && Generic<Int>.stored == 2)
    #expect(Generic<String>.stored == nil)
  }

  @Test func aSubclassInheritsThemAndOverridesClassProperties() {
    let injector = PropertyInjector { registry in
      registry.register("shared", instance: 1)
      registry.register("own") { 2 }
      registry.declare("shared", \Animal.Type.shared)
      registry.declare("own", \Animal.Type.own)
    }
    let type: Animal.Type = Dog.self
    #expect(injector.injectDependencies(toStaticPropertiesOf: type).injected == ["shared", "own"])
    #expect(Animal.shared == 1 && Dog.shared == 1)
    #expect(Dog.own == 2 && Animal.own == nil)
    let result = injector.injectDependencies(toStaticPropertiesOf: Animal.self)
    #expect(result.injected == ["own"])
    #expect(Animal.own == 2)
  }

  @Test func theHookIsNotCalled() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 2)
      registry.declare("number", \Aware.Type.number)
      registry.declare("number", \Aware.number)
    }
    #expect(injector.injectDependencies(toStaticPropertiesOf: Aware.self).didInject)
    #expect(Aware.hooks == 0)
    injector.injectDependencies(to: Aware())
    #expect(Aware.hooks == 1)
  }

  @MainActor private enum Holder {
    @Injected static var number: Int?
  }

  @MainActor @Test func aMarkedOneIsDeclared() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 2)
      registry.onMainActor { $0.declare("number", \Holder.Type.number) }
    }
    #expect(injector.injectDependencies(toStaticPropertiesOf: Holder.self).didInject)
    #expect(Holder.number == 2)
  }

  @Test func aMissingBindingOrDeclarationIsReported() throws {
    struct Settings { nonisolated(unsafe) static var number: Int? }
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { _ in }
    #expect(!injector.injectDependencies(toStaticPropertiesOf: Settings.self).didInject)
    #expect(log.kinds == [.nothingDeclared])
    #expect(
      try #require(log.texts.first).contains("registry.declare(\"name\", \\Settings.Type.name)."))
    let declaring = injector.overriding { $0.declare("number", \Settings.Type.number) }
    declaring.injectDependencies(toStaticPropertiesOf: Settings.self)
    #expect(log.kinds == [.nothingDeclared, .unknownName])
  }

  private final class Both {
    nonisolated(unsafe) static var number: Int?
    var number: Int?
  }

  @Test func propertiesOfAnObjectAndOfItsTypeAreTwoThings() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 2)
      registry.declare("number", \Both.Type.number)
      registry.declare("number", \Both.number)
    }
    let both = Both()
    injector.injectDependencies(to: both)
    #expect(both.number == 2 && Both.number == nil)
  }

  @MainActor @Test func staticPropertiesOfTheMainActorAreFilledThereOnly() async {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "Main")
      registry.onMainActor { $0.declare("title", \Screen.Type.title) }
    }
    let refused = await Task.detached {
      injector.injectDependencies(toStaticPropertiesOf: Screen.self).isRefused
    }.value
    #expect(refused && Screen.title == nil)
    #expect(log.kinds == [.wrongActor])
    injector.injectDependencies(toStaticPropertiesOf: Screen.self)
    #expect(Screen.title == "Main")
  }

  @MainActor final class Screen { static var title: String? }

  class Animal {
    nonisolated(unsafe) static var shared: Int?
    nonisolated(unsafe) private static var stored: Int?
    class var own: Int? {
      get { stored }
      set { stored = newValue }
    }
  }
  final class Dog: Animal {
    nonisolated(unsafe) private static var stored: Int?
    override class var own: Int? {
      get { stored }
      set { stored = newValue }
    }
  }
  final class Aware: InjectionAware {
    nonisolated(unsafe) static var number: Int?
    nonisolated(unsafe) static var hooks = 0
    var number: Int?
    func didInjectDependencies() { Self.hooks += 1 }
  }
  enum Generic<Element> {
    static var stored: Int? { numbers.withLock { $0[ObjectIdentifier(Element.self)] } }
    static var number: Int? {
      get { stored }
      set { numbers.withLock { $0[ObjectIdentifier(Element.self)] = newValue } }
    }
  }
  private static let numbers = Locked<[ObjectIdentifier: Int]>([:])
}
