import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Marks with another wrapper around them.
@Suite struct WrappedMarksTests {
  private let log = IssueLog()
  private var injector: PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("late") { 2 }
      registry.register(.type(String.self), instance: "three")
    }
  }

  @Test func aMarkThatAnotherWrapperStoresIsFilled() {
    let injector = injector
    for _ in 0..<2 {
      let owner = Owner()
      #expect(injector.injectDependencies(to: owner).injected == ["number", "late", "text"])
      #expect(owner.number == 1 && owner.late == 2 && owner.text == "three")
      owner.number = 5
      #expect(owner.number == 5)
      #expect(injector.injectDependencies(to: owner).injected == [])
    }
    #expect(log.issues.isEmpty)
  }

  @Test func inAStructItIsFilledAsWell() {
    struct Form { @Traced @Injected var number: Int? }
    var form = Form()
    #expect(injector.injectDependencies(to: &form).injected == ["number"])
    #expect(form.number == 1)
  }

  private final class Wrapped {
    @Traced @Traced @Traced @Traced @Injected("service") var withinFour: Service?
    @Traced @Traced @Traced @Traced @Traced @Injected("service") var withinFive: Service?
  }

  @Test func aMarkWithinFourWrappersIsFilledWithinFiveReported() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("service", instance: Service())
    }
    let wrapped = Wrapped()
    injector.injectDependencies(to: wrapped)
    #expect(wrapped.withinFour != nil && wrapped.withinFive == nil)
    #expect(log.kinds == [.hiddenMark])
  }

  @Test func twoWrappersAroundOneAreLookedInto() {
    final class Owner { @Traced @Traced @Injected var number: Int? }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner.number == 1)
  }

  @Test func aMarkThatAnotherWrapperKeepsElsewhereIsReported() {
    final class Owner {
      @Boxed @Injected var number: Int?
      @Injected("number") var other: Int?
    }
    let owner = Owner()
    let injector = injector
    #expect(injector.injectDependencies(to: owner).injected == ["other"])
    injector.injectDependencies(to: Owner())
    #expect(owner.number == nil)
    #expect(
      log.texts.map { $0.components(separatedBy: "\n").filter { !$0.contains(".swift:") } } == [
        [
          "Owner.number is left alone: the wrapper around its @Injected does not store it in itself.",
          "  to fix         declare it with a key path, or take the outer wrapper off.",
        ]
      ])
  }

  @Test func aStructWithMarksOfItsOwnIsNoWrapper() {
    struct Form { @Injected var number: Int? }
    final class Owner {
      // swift-format-ignore: NoLeadingUnderscores
      var _form = Form()
      @Injected var number: Int?
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner._form.number == nil)
    // It is stored as a wrapper would be.
    #expect(log.kinds == [.hiddenMark])
  }

  @Test func aStructWithSeveralMarksIsNoWrapperAndIsNotReported() {
    struct Form {
      @Injected var number: Int?
      @Injected var late: Int?
    }
    final class Owner {
      // swift-format-ignore: NoLeadingUnderscores
      var _form = Form()
      @Injected var number: Int?
    }
    let owner = Owner()
    #expect(injector.injectDependencies(to: owner).injected == ["number"])
    #expect(owner._form.number == nil && log.issues.isEmpty)
  }

  @Test func ofTwoCopiesThatAnotherStoresTheFirstIsFilled() {
    final class Owner {
      @Doubled @Injected var number: Int?
      @Doubled @Injected(lazy: true) var late: Int?
    }
    let injector = injector
    for _ in 0..<2 {
      let owner = Owner()
      #expect(injector.injectDependencies(to: owner).injected == ["number", "late"])
      #expect(owner.number == 1 && owner.late == 2)
      #expect(owner.$number.wrappedValue == nil && owner.$late.wrappedValue == nil)
      #expect(injector.injectDependencies(to: owner).injected == [])
    }
    #expect(log.issues.isEmpty)
  }

  @Test func oneMarkThatTwoPropertiesAreMadeOfFillsEach() {
    final class Owner {
      @Injected var one: Int?
      @Injected var other: Int?
      @Injected var late: Int?
      @Injected var later: Int?
      init() {
        let mark = Injected(InjectionKey<Int>.named("count"))
        (_one, _other) = (mark, mark)
        let lazyMark = Injected(InjectionKey<Int>.named("count"), lazy: true)
        (_late, _later) = (lazyMark, lazyMark)
      }
    }
    let calls = Counter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("count") { () -> Int in
        calls.increment()
        return calls.count
      }
    }
    let owner = Owner()
    owner.other = 7
    #expect(injector.injectDependencies(to: owner).injected == ["one", "late", "later"])
    #expect(owner.one == 1 && owner.other == 7)
    #expect(owner.later == 2 && owner.late == 3 && owner.later == 2)
    owner.late = nil
    #expect(owner.later == 2 && calls.count == 3 && log.issues.isEmpty)
  }

  private final class Owner {
    @Traced @Injected var number: Int?
    @Traced @Injected(lazy: true) var late: Int?
    @Traced @Injected(.byType) var text: String?
  }
}

/// Stores what it wraps.
@propertyWrapper private struct Traced<Value> {
  private var reads = 0
  private var value: Value

  var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  init(wrappedValue: Value) { value = wrappedValue }
}

/// Stores what it wraps twice, and shows the first.
@propertyWrapper private struct Doubled<Value> {
  private var value: Value
  private let original: Value

  var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  var projectedValue: Value { original }

  init(wrappedValue: Value) {
    value = wrappedValue
    original = wrappedValue
  }
}
