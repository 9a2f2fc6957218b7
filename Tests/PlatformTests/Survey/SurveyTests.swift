import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionStorage
import TestSupport
import Testing

/// Every type of Foundation of which a program can make a value.
@Suite struct SurveyTests {
  @Test(arguments: PlatformValues.all)
  func aTypeOfThePlatformIsAValueLikeAnyOther(_ value: PlatformValue) {
    func open<Value>(_ value: Value) { ValueTrial(value: value).run() }
    _openExistential(value.make(), do: open)
  }

  @Test func everyRowOfTheTableGivesAValueOfItsType() {
    #expect(PlatformValues.all.count > 280)
    #expect(PlatformValues.all.allSatisfy { !($0.make() is Unrelated) })
  }

  /// Nothing is to be filled, and nothing happens, apart from the report.
  @Test(arguments: PlatformValues.all)
  func aTypeOfThePlatformIsInjected(_ value: PlatformValue) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.register("number", instance: 1) }
    var variable = value.make()
    let before = variable
    for _ in 0..<2 {
      let result = injector.injectDependencies(to: &variable)
      #expect(result.description.hasPrefix("injected: none") && result.properties.isEmpty)
    }
    #expect(PlatformValue.areSame(variable, before))
    if type(of: variable) is AnyClass {
      #expect(injector.injectDependencies(to: variable as AnyObject).injected == [])
    }
    // A metatype has nothing to fill, and its static properties are injected by another call.
    #expect(log.kinds == (variable is Any.Type ? [] : [.nothingDeclared]))
    func open<Value>(_ value: Value) {
      let result = injector.injectDependencies(toStaticPropertiesOf: Value.self)
      #expect(result.injected == [] && result.unfilled == [])
    }
    _openExistential(variable, do: open)
    #expect(!injector.explain(variable).description.isEmpty)
    #expect(injector.explain(variable).properties.isEmpty)
    #expect(injector.explain(type(of: variable)).properties.isEmpty)
  }

  /// A property that an extension of `NSObject` adds is one of every object of Foundation.
  @Test(arguments: PlatformValues.all.filter { type(of: $0.make()) is NSObject.Type })
  func anObjectOfThePlatformIsAnOwnerLikeAnyOther(_ value: PlatformValue) throws {
    let log = IssueLog()
    let object = try #require(value.make() as? NSObject)
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("surveyed", instance: "text")
      registry.declare("surveyed", \NSObject.surveyed)
    }
    #expect(object.surveyed == nil)
    #expect(injector.injectDependencies(to: object).injected == ["surveyed"])
    #expect(object.surveyed == "text")
    #expect(injector.injectDependencies(to: object).injected == [])
    object.surveyed = nil
    var variable: Any = object
    #expect(injector.injectDependencies(to: &variable).injected == ["surveyed"])
    #expect(object.surveyed == "text")
    #expect(injector.explain(object).properties.map(\.name) == ["surveyed"])
    #expect(injector.explain(object).properties.map(\.outcome) == [.filled])
    object.surveyed = nil
    #expect(object.surveyed == nil)
    #expect(injector.validate().findings.isEmpty && log.issues.isEmpty, "\(log.texts)")
  }

  @Test(arguments: PlatformValues.all)
  func aTypeOfThePlatformIsFoundByItsProtocols(_ value: PlatformValue) {
    let value = value.make()
    let type = type(of: value)
    expect(value, fits: NSObject.self, type is NSObject.Type)
    expect(value, fits: (any NSObjectProtocol).self, type is any NSObjectProtocol.Type)
    expect(value, fits: (any NSCopying).self, type is any NSCopying.Type)
    expect(value, fits: (any NSMutableCopying).self, type is any NSMutableCopying.Type)
    expect(value, fits: (any NSSecureCoding).self, type is any NSSecureCoding.Type)
    expect(value, fits: (any Hashable).self, type is any Hashable.Type)
    expect(value, fits: (any Encodable & Decodable).self, type is any Codable.Type)
    expect(value, fits: (any Comparable).self, type is any Comparable.Type)
    expect(value, fits: (any Collection).self, type is any Collection.Type)
    expect(value, fits: (any Error).self, type is any Error.Type)
    expect(
      value, fits: (any CustomStringConvertible).self, type is any CustomStringConvertible.Type)
  }

  /// A value fits what its type is or conforms to; nothing is bridged, boxed or converted.
  private func expect<Target>(_ value: Any, fits target: Target.Type, _ isFitting: Bool) {
    func open<Value>(_ value: Value) {
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in }
        registry.unchecked { registry in
          registry.register(.named("value", Value.self), instance: value)
          registry.declare("value", \Holder<Target>.value)
        }
      }
      let holder = Holder<Target>()
      injector.injectDependencies(to: holder)
      for found in holder.everything + [injector.instance(of: Target.self)] {
        let isSame = found.map { found in
          (found as? Value).map { PlatformValue.areSame($0, value) } ?? false
        }
        #expect(isSame == (isFitting ? true : nil), "\(Value.self) as \(Target.self)")
      }
    }
    _openExistential(value, do: open)
  }
}

extension NSObject {
  private static let surveys = AssociatedStorage<NSObject, String>()

  /// A property that Foundation does not know of.
  fileprivate var surveyed: String? {
    get { Self.surveys[self] }
    set { Self.surveys[self] = newValue }
  }
}
