import PropertyInjection
import TestSupport
import Testing

/// What can be injected: classes, structs, and variables that hold either.
@Suite struct TargetsTests {
  private let injector = PropertyInjector { registry in
    registry.issueHandler = { _ in }
    registry.register("number", instance: 5)
    registry.declare("number", \Player.number)
    registry.declare("number", \Form.number)
    registry.declare("number", \Choice.number)
  }

  @Test func aStructIsFilledInPlace() {
    var form = Form()
    #expect(injector.injectDependencies(to: &form).injected == ["number"])
    #expect(form.number == 5)
    #expect(!injector.injectDependencies(to: &form).didInject)
  }

  @Test func aPropertyOfAnotherObjectIsFilledInPlace() {
    final class Owner { var form = Form() }
    let owner = Owner()
    injector.injectDependencies(to: &owner.form)
    #expect(owner.form.number == 5)
  }

  @Test func theDynamicTypeDecidesHoweverTheObjectIsHeld() {
    let one: any Screen = Player()
    let two: AnyObject = Player()
    injector.injectDependencies(to: one)
    injector.injectDependencies(to: two)
    #expect((one as? Player)?.number == 5)
    #expect((two as? Player)?.number == 5)
  }

  @Test func variablesAreInjectedByTheTypeOfTheValueTheyHold() {
    var proto: any Numbered = Form()
    var any: Any = Form()
    var optional: Form? = Form()
    var object: Player = Player()
    var optionalObject: Player? = Player()
    var anyObject: Any = Player()
    #expect(injector.injectDependencies(to: &proto).didInject)
    #expect(injector.injectDependencies(to: &any).didInject)
    #expect(injector.injectDependencies(to: &optional).didInject)
    #expect(injector.injectDependencies(to: &object).didInject)
    #expect(injector.injectDependencies(to: &optionalObject).didInject)
    #expect(injector.injectDependencies(to: &anyObject).didInject)
    #expect(proto.number == 5)
    #expect((any as? Form)?.number == 5)
    #expect(optional?.number == 5)
    #expect(object.number == 5)
    #expect(optionalObject?.number == 5)
    #expect((anyObject as? Player)?.number == 5)
  }

  private class Base { var number: Int? }
  private final class Derived: Base { var clock: (any Clock)? }
  @Test func aClassVariableIsInjectedByItsDynamicTypeEachTime() {
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      registry.register("clock", instance: StoppedClock())
      registry.declare("number", \Base.number)
      registry.declare("clock", \Derived.clock)
    }
    injector.injectDependencies(to: Base())
    var held: Base = Derived()
    #expect(injector.injectDependencies(to: &held).injected == ["number", "clock"])
  }

  @Test func nilClosuresMetatypesAndWhatIsNotDeclaredHaveNothingToFill() {
    var none: Player?
    var noForm: Form?
    var choice = Choice.none
    var tuple = (1, nil as Int?)
    var closure: () -> Void = {}
    var metatype: Any.Type = Player.self
    var number = 3
    #expect(!injector.injectDependencies(to: &none).didInject)
    #expect(!injector.injectDependencies(to: &noForm).didInject)
    #expect(!injector.injectDependencies(to: &tuple).didInject)
    #expect(!injector.injectDependencies(to: &closure).didInject)
    #expect(!injector.injectDependencies(to: &metatype).didInject)
    #expect(!injector.injectDependencies(to: &number).didInject)
    #expect(none == nil && noForm == nil && number == 3)
    // A tuple's elements can be declared, as an enum's computed properties can.
    let declaring = PropertyInjector { registry in
      registry.register("second", instance: 7)
      registry.declare("second", \(Int, Int?).1)
    }
    #expect(declaring.injectDependencies(to: &tuple).injected == ["second"] && tuple == (1, 7))
    #expect(injector.injectDependencies(to: &choice).didInject)
    #expect(choice == .one(5))
  }

  @Test func aNonCopyablePropertyDoesNotStandInTheWay() {
    struct Token: ~Copyable {}
    final class Owner {
      let token = Token()
      var number: Int?
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 5)
      registry.declare("number", \Owner.number)
    }
    #expect(injector.injectDependencies(to: Owner()).didInject)
  }

  @Test func anObjectIsNotKeptAlive() {
    weak var gone: Player?
    let result: InjectionResult
    do {
      let player = Player()
      gone = player
      result = injector.injectDependencies(to: player)
    }
    #expect(gone == nil)
    #expect(result.injected == ["number"])
  }

  @Test func aResultOutlivesItsInjector() {
    var result: InjectionResult?
    do {
      let shortLived = injector.overriding { $0.register("number", instance: 6, replacing: true) }
      result = shortLived.injectDependencies(to: Player())
    }
    #expect(result?.injected == ["number"])
  }

  private struct Wide {
    var values: [Int?] = Array(repeating: nil, count: 100)
  }

  @Test func aResultHoldsMoreThanSixtyFourProperties() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("even", instance: 2)
      for index in 0..<100 {
        registry.declare(
          .named("p\(index)"), \Wide.values[index],
          from: index.isMultiple(of: 2) ? "even" : "odd")
      }
    }
    var wide = Wide()
    let result = injector.injectDependencies(to: &wide)
    #expect(result.injected == (0..<100).filter { $0.isMultiple(of: 2) }.map { "p\($0)" })
    #expect(result.unfilled.count == 50)
    #expect(wide.values.compactMap { $0 }.count == 50)
  }

  private struct Nest<Inner> { var number: Int? }
  @Test func manyTypesAreInjectedByOneInjector() {
    func declare<Inner>(_: Inner.Type, _ depth: Int, _ registry: inout Registry) {
      guard depth > 0 else { return }
      registry.declare("number", \Nest<Inner>.number)
      declare(Nest<Inner>.self, depth - 1, &registry)
    }
    func inject<Inner>(_: Inner.Type, _ depth: Int, _ injector: PropertyInjector) -> Int {
      guard depth > 0 else { return 0 }
      var nest = Nest<Inner>()
      injector.injectDependencies(to: &nest)
      return (nest.number ?? 0) + inject(Nest<Inner>.self, depth - 1, injector)
    }
    let injector = PropertyInjector { registry in
      registry.register("number", instance: 1)
      declare(Int.self, 100, &registry)
    }
    #expect(inject(Int.self, 100, injector) == 100)
    #expect(inject(Int.self, 100, injector) == 100)
  }
}

protocol Numbered { var number: Int? { get set } }
extension Form: Numbered {}
protocol Screen: AnyObject {}
extension Player: Screen {}
enum Choice: Equatable {
  case none
  case one(Int)
  var number: Int? {
    get { if case .one(let number) = self { number } else { nil } }
    set { self = newValue.map(Choice.one) ?? .none }
  }
}

@Suite struct VariablesOfProtocolTypesTests {
  private protocol Target { var number: Int? { get set } }
  private struct StructTarget: Target { var number: Int? }
  private final class ClassTarget: Target { var number: Int? }
  private enum EnumTarget: Target {
    case empty
    case full(Int)
    var number: Int? {
      get { if case .full(let number) = self { number } else { nil } }
      set { self = newValue.map { .full($0) } ?? .empty }
    }
  }

  private let injector = PropertyInjector { registry in
    registry.register("number", instance: 7)
    registry.declare("number", \StructTarget.number)
    registry.declare("number", \ClassTarget.number)
    registry.declare("number", \EnumTarget.number)
  }

  @Test func whatIsInThemIsInjectedWhateverItIs() {
    for target: any Target in [StructTarget(), ClassTarget(), EnumTarget.empty] {
      var plain = target
      injector.injectDependencies(to: &plain)
      #expect(plain.number == 7)
    }
    for target: any Target in [StructTarget(), ClassTarget(), EnumTarget.empty] {
      var optional: (any Target)? = target
      injector.injectDependencies(to: &optional)
      #expect(optional?.number == 7)
    }
    for target: any Target in [StructTarget(), ClassTarget(), EnumTarget.empty] {
      var twice: (any Target)?? = target
      injector.injectDependencies(to: &twice)
      #expect(twice??.number == 7)
    }
    for target: any Target in [StructTarget(), ClassTarget(), EnumTarget.empty] {
      var anything: Any = target
      injector.injectDependencies(to: &anything)
      #expect((anything as? any Target)?.number == 7)
    }
    for target: any Target in [StructTarget(), ClassTarget(), EnumTarget.empty] {
      var anything: Any? = target
      injector.injectDependencies(to: &anything)
      #expect((anything as? any Target)?.number == 7)
    }
  }

  @Test func theInjectorMakesThemAsProtocols() {
    let making = injector.overriding { registry in
      registry.register(.type((any Target).self), .initializer { StructTarget() })
      registry.register(
        "enum", Provider<any Target>.initializer({ EnumTarget.empty }))
      registry.register("any", Provider<Any>.initializer({ StructTarget() }))
    }
    #expect(making.instance(of: (any Target).self)?.number == 7)
    #expect(making.instance(for: InjectionKey<any Target>.named("enum"))?.number == 7)
    let anything = making.instance(for: InjectionKey<Any>.named("any"))
    #expect((anything as? any Target)?.number == 7)
  }
}
