import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// A type of the platform, as an instance of it.
struct PlatformValue: Sendable, CustomTestStringConvertible {
  /// Makes the instance, or gives the one that the platform has.
  let make: @Sendable () -> Any

  /// A type whose initializer may give nil, or throw, gives a value of that type here, not an optional.
  init(_ make: @escaping @autoclosure @Sendable () throws -> Any?) {
    self.make = { (try? make()) ?? Unrelated() }
  }

  var testDescription: String { String(reflecting: type(of: make())) }

  /// Whether two values are the same: one object, or equal, where equality is defined.
  static func areSame(_ one: Any, _ other: Any) -> Bool {
    if type(of: one) is AnyClass { return one as AnyObject === other as AnyObject }
    guard let one = one as? any Equatable else { return type(of: one) == type(of: other) }
    return one.equals(other)
  }
}

extension Equatable {
  fileprivate func equals(_ other: Any) -> Bool { other as? Self == self }
}

/// Has a value of any type in each kind of property.
final class Holder<Value> {
  var value: Value?
  @Injected("value") var marked: Value?
  @Injected(.byType) var typed: Value?
  @Injected("value", lazy: true) var late: Value?
  var everything: [Value?] { [value, marked, typed, late] }
}

/// The same in a struct.
struct Form<Value> {
  var value: Value?
  @Injected("value") var marked: Value?
  @Injected(.byType) var typed: Value?
  @Injected("value", lazy: true) var late: Value?
  var everything: [Value?] { [value, marked, typed, late] }
}

/// A type of the tests, which no value of the platform is.
struct Unrelated {}

/// Registers, injects and looks up one value.
struct ValueTrial<Value> {
  let value: Value
  let log = IssueLog()

  private func injector(_ configure: (inout ConfinedRegistry) -> Void) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { registry in
        registry.declare("value", \Holder<Value>.value)
        registry.declare("value", \Form<Value>.value)
        configure(&registry)
      }
    }
  }

  private func isValue(_ other: Value?) -> Bool {
    other.map { PlatformValue.areSame($0, value) } ?? false
  }

  func run() {
    instanceUnderName()
    instanceOfType()
    factory()
    keptValue()
    optionalInstance()
    misfits()
  }

  private func expectAllFilled(by injector: PropertyInjector) {
    let holder = Holder<Value>()
    let names = ["value", "marked", "typed", "late"]
    #expect(injector.injectDependencies(to: holder).injected == names)
    #expect(holder.everything.allSatisfy(isValue))
    #expect(injector.injectDependencies(to: holder).injected == [])
    var form = Form<Value>()
    #expect(injector.injectDependencies(to: &form).injected == names)
    #expect(form.everything.allSatisfy(isValue))
    let report = injector.validate(including: Holder<Value>.self, Form<Value>.self)
    #expect(report.findings.isEmpty, "\(report)")
    let explanation = injector.explain(holder)
    #expect(explanation.properties.map(\.name) == names)
    #expect(explanation.properties.allSatisfy { $0.issue == nil })
    #expect(!explanation.description.isEmpty && !injector.explain(form).description.isEmpty)
    #expect(!injector.graph().dot.isEmpty)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  private func instanceUnderName() {
    let injector = injector { $0.register(.named("value", Value.self), instance: value) }
    expectAllFilled(by: injector)
    #expect(isValue(injector.instance(for: .named("value", Value.self))))
    #expect(isValue(injector.instance(of: Value.self)))
    #expect(injector.contains(.named("value", Value.self)))
    #expect(injector.instance(for: .named("value", Any.self)).map(isSameAsValue) == true)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  private func isSameAsValue(_ other: Any) -> Bool { PlatformValue.areSame(other, value) }

  private func instanceOfType() {
    let injector = injector { registry in
      registry.register(.type(Value.self), instance: value)
      registry.alias(.named("value", Value.self), to: .type(Value.self))
    }
    expectAllFilled(by: injector)
    #expect(isValue(injector.instance(of: Value.self)))
  }

  private func factory() {
    let injector = injector { $0.register(.named("value", Value.self), in: .unique) { value } }
    expectAllFilled(by: injector)
  }

  private func keptValue() {
    let calls = Counter()
    let injector = injector { registry in
      registry.register(.named("value", Value.self), in: .singleton) {
        calls.increment()
        return value
      }
    }
    expectAllFilled(by: injector)
    #expect(calls.count == 1)
  }

  private func optionalInstance() {
    let injector = injector { registry in
      registry.register(.named("value", Value?.self), instance: Optional(value))
    }
    let holder = Holder<Value>()
    injector.injectDependencies(to: holder)
    #expect(isValue(holder.value))
  }

  /// A value fills no property of another type, and no other value fills one of its type.
  private func misfits() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { registry in
        registry.register(.named("value", Value.self), instance: value)
        registry.declare("value", \Form<Unrelated>.value)
      }
    }
    var form = Form<Unrelated>()
    #expect(!injector.injectDependencies(to: &form).didInject)
    #expect(log.kinds.contains(.noFittingType) && log.texts.allSatisfy { !$0.isEmpty })
    let other = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.unchecked { registry in
        registry.register("value", instance: Unrelated())
        registry.declare("value", \Holder<Value>.value)
      }
    }
    let holder = Holder<Value>()
    #expect(!other.injectDependencies(to: holder).didInject)
    #expect(holder.everything.allSatisfy { $0 == nil })
  }
}
