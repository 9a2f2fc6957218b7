import Foundation
import PropertyInjection
import TestSupport
import Testing

/// Classes of Foundation and the structs that stand for them are different types to an injection.
@Suite struct BridgingTests {
  /// A struct, and the class that casts convert it to.
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void

    init<Value, Object: NSObject>(
      _ value: @escaping @autoclosure @Sendable () -> Value,
      _ object: @escaping @autoclosure @Sendable () -> Object
    ) {
      testDescription = "\(Value.self) and \(Object.self)"
      check = {
        #expect((value() as Any) as? Object != nil, "a cast would convert it")
        BridgingTests.expectApart(value(), object())
        BridgingTests.expectApart(object(), value())
      }
    }
  }

  static let pairs: [Pair] = [
    Pair("text", NSString("text")),
    Pair(1, NSNumber(value: 1)),
    Pair(true, NSNumber(value: true)),
    Pair(1.5, NSNumber(value: 1.5)),
    Pair([1], NSArray(array: [1])),
    Pair(["key": 1], NSDictionary(dictionary: ["key": 1])),
    Pair(Set([1]), NSSet(array: [1])),
    Pair(Calendar(identifier: .gregorian), NSCalendar(calendarIdentifier: .gregorian) ?? .init()),
    Pair(CharacterSet.letters, NSCharacterSet(charactersIn: "a")),
    Pair(Data([1]), NSData(data: Data([1]))),
    Pair(Date.distantPast, NSDate.distantPast as NSDate),
    Pair(DateComponents(year: 1), NSDateComponents()),
    Pair(DateInterval(start: .now, duration: 1), NSDateInterval(start: .now, duration: 1)),
    Pair(Decimal(1), NSDecimalNumber(value: 1)),
    Pair(IndexPath(index: 1), NSIndexPath(index: 1)),
    Pair(IndexSet(integer: 1), NSIndexSet(index: 1)),
    Pair(Locale(identifier: "de"), NSLocale(localeIdentifier: "de")),
    Pair(
      Measurement(value: 1, unit: UnitMass.grams),
      NSMeasurement(doubleValue: 1, unit: UnitMass.grams)),
    Pair(
      Notification(name: Notification.Name("name")),
      NSNotification(name: Notification.Name("name"), object: nil)),
    Pair(PersonNameComponents(), NSPersonNameComponents()),
    Pair(TimeZone.gmt, NSTimeZone(forSecondsFromGMT: 0)),
    Pair(URL(fileURLWithPath: "/"), NSURL(fileURLWithPath: "/")),
    Pair(URLComponents(), NSURLComponents()),
    Pair(URLQueryItem(name: "a", value: nil), NSURLQueryItem(name: "a", value: nil)),
    Pair(UUID(), NSUUID()),
    Pair(AffineTransform(), NSAffineTransform()),
  ]

  @Test(arguments: pairs) func neitherFillsAPropertyOfTheOther(_ pair: Pair) { pair.check() }

  /// What is registered is not found as the other type, although a cast would convert it.
  private static func expectApart<Value, Other>(_ value: Value, _ other: Other) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { registry in
        registry.register(.named("value", Value.self), instance: value)
        registry.declare("value", \Holder<Other>.value)
        registry.register(.named("made", Any.self)) { value }
      }
    }
    let holder = Holder<Other>()
    let result = injector.injectDependencies(to: holder)
    #expect(result.unfilled.map(\.name) == ["value", "marked", "typed", "late"])
    #expect(holder.everything.allSatisfy { $0 == nil })
    #expect(injector.instance(for: .named("made", Other.self)) == nil)
    #expect(log.kinds.contains(.noFittingType) && log.kinds.contains(.productDoesNotFit))
    let both = PropertyInjector(reportingTo: IssueLog()) { registry in
      registry.unchecked { registry in
        registry.register(.named("value", Value.self), instance: value)
        registry.register(.named("value", Other.self), instance: other)
      }
    }
    #expect(both.instance(of: Value.self).map { PlatformValue.areSame($0, value) } == true)
    #expect(both.instance(of: Other.self).map { PlatformValue.areSame($0, other) } == true)
  }

  /// An object, and a class or protocol that it is asked for.
  struct Ascent: @unchecked Sendable, CustomTestStringConvertible {
    // Unchecked: the closure makes its object, and captures types only.
    let testDescription: String
    let check: () -> Void

    init<Object: AnyObject, Target>(
      _ object: @escaping @autoclosure @Sendable () -> Object, _ target: Target.Type,
      fits isFitting: Bool = true
    ) {
      testDescription = "\(Object.self) as \(Target.self)"
      check = {
        let object = object()
        let log = IssueLog()
        let injector = PropertyInjector(reportingTo: log) { registry in
          registry.unchecked { $0.register(.named("value", Object.self), instance: object) }
          registry.unchecked { $0.declare("value", \Holder<Target>.value) }
        }
        let holder = Holder<Target>()
        injector.injectDependencies(to: holder)
        for found in holder.everything {
          #expect(found.map { $0 as AnyObject === object } == (isFitting ? true : nil))
        }
        #expect(log.issues.isEmpty == isFitting)
      }
    }
  }

  static let ascents: [Ascent] = [
    Ascent(NSMutableArray(), NSArray.self),
    Ascent(NSMutableDictionary(), NSDictionary.self),
    Ascent(NSMutableSet(), NSSet.self),
    Ascent(NSCountedSet(array: [1]), NSMutableSet.self),
    Ascent(NSCountedSet(array: [1]), NSSet.self),
    Ascent(NSMutableString(string: "text"), NSString.self),
    Ascent(NSMutableData(), NSData.self),
    Ascent(NSMutableOrderedSet(array: []), NSOrderedSet.self),
    Ascent(NSDecimalNumber(value: 1), NSNumber.self),
    Ascent(NSDecimalNumber(value: 1), NSValue.self),
    Ascent(BlockOperation {}, Operation.self),
    Ascent(DateFormatter(), Formatter.self),
    Ascent(UnitLength.meters, Dimension.self),
    Ascent(UnitLength.meters, Unit.self),
    Ascent(InputStream(data: Data()), Stream.self),
    Ascent(NSLock(), (any NSLocking).self),
    Ascent(NSRecursiveLock(), (any NSLocking).self),
    Ascent(NSString("text"), (any NSCopying & NSSecureCoding).self),
    Ascent(NSArray(), (any NSObject & NSCopying).self),
    Ascent(NSObject(), (any NSObjectProtocol).self),
    Ascent(NSURL(fileURLWithPath: "/"), AnyObject.self),
    Ascent(NSArray(), NSMutableArray.self, fits: false),
    Ascent(NSNumber(value: 1), NSDecimalNumber.self, fits: false),
    Ascent(Operation(), BlockOperation.self, fits: false),
    Ascent(NSObject(), (any NSCopying).self, fits: false),
    Ascent(NSLock(), (any NSObject & NSCopying).self, fits: false),
  ]

  @Test(arguments: ascents)
  func anObjectIsFoundByItsSuperclassesAndProtocols(_ ascent: Ascent) { ascent.check() }
}
