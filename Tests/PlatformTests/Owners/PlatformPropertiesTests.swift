import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The optional properties that the platform's own types have, declared with key paths.
@Suite struct PlatformPropertiesTests {
  /// A property of the platform, an owner in which it is nil, and a value for it.
  struct Property: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void

    init<Owner, Value>(
      _ owner: @escaping @autoclosure @Sendable () -> Owner, _ name: String,
      _ keyPath: @escaping @autoclosure @Sendable () -> WritableKeyPath<Owner, Value?>,
      _ value: @escaping @autoclosure @Sendable () -> Value
    ) {
      testDescription = "\(Owner.self).\(name)"
      check = {
        PlatformPropertiesTests.expectFilled(owner(), name, keyPath(), value())
      }
    }
  }

  static let ofStructs: [Property] = [
    Property(DateComponents(), "year", \.year, 2024),
    Property(DateComponents(), "timeZone", \.timeZone, .gmt),
    Property(DateComponents(), "calendar", \.calendar, Calendar(identifier: .iso8601)),
    Property(PersonNameComponents(), "givenName", \.givenName, "Ada"),
    Property(PersonNameComponents(), "phonetic", \.phoneticRepresentation, PersonNameComponents()),
    Property(URLComponents(), "host", \.host, "example.com"),
    Property(URLComponents(), "port", \.port, 80),
    Property(URLComponents(), "items", \.queryItems, [URLQueryItem(name: "a", value: "b")]),
    Property(URLQueryItem(name: "a", value: nil), "value", \.value, "b"),
    Property(URLRequest(url: URL(fileURLWithPath: "/")), "body", \.httpBody, Data([1])),
    Property(
      URLRequest(url: URL(fileURLWithPath: "/")), "headers", \.allHTTPHeaderFields, ["a": "b"]),
    Property(Notification(name: Notification.Name("a")), "object", \.object, 1 as Any),
    Property(Notification(name: Notification.Name("a")), "info", \.userInfo, ["a": 1]),
    Property(URLResourceValues(), "name", \.name, "name"),
  ]

  static let ofClasses: [Property] = [
    Property(BlockOperation {}, "name", \.name, "name"),
    Property(BlockOperation {}, "block", \.completionBlock, {}),
    Property(OperationQueue(), "queue", \.underlyingQueue, DispatchQueue(label: "queue")),
    Property(NSLock(), "name", \.name, "name"),
    Property(NumberFormatter(), "multiplier", \.multiplier, NSNumber(value: 2)),
    Property(NumberFormatter(), "maximum", \.maximum, NSNumber(value: 2)),
    Property(DateFormatter(), "default", \.defaultDate, .distantPast),
    Property(NSDateComponents(), "calendar", \.calendar, Calendar(identifier: .iso8601)),
    Property(NSURLComponents(), "host", \.host, "example.com"),
    Property(Process(), "program", \.executableURL, URL(fileURLWithPath: "/nowhere")),
    Property(Progress(totalUnitCount: 1), "handler", \.cancellationHandler, {}),
    Property(
      URLSessionConfiguration.ephemeral, "headers", \.httpAdditionalHeaders, ["a": 1 as Any]),
    Property(NSMutableURLRequest(url: URL(fileURLWithPath: "/")), "body", \.httpBody, Data([1])),
  ]

  private static func expectFilled<Owner, Value>(
    _ owner: Owner, _ name: String, _ keyPath: WritableKeyPath<Owner, Value?>, _ value: Value
  ) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { registry in
        registry.register(.named(name, Value.self), instance: value)
        registry.declare(.named(name), keyPath)
      }
    }
    var owner = owner
    #expect(owner[keyPath: keyPath] == nil)
    #expect(!injector.explain(owner).description.isEmpty)
    #expect(injector.injectDependencies(to: &owner).injected == [name])
    #expect(owner[keyPath: keyPath].map { PlatformValue.areSame($0, value) } == true)
    #expect(injector.injectDependencies(to: &owner).injected == [])
    #expect(injector.validate().findings.isEmpty)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test(arguments: ofStructs + ofClasses)
  func aPropertyOfThePlatformIsFilledThroughItsKeyPath(_ property: Property) {
    property.check()
  }

  @Test func whatThePlatformHasSetIsLeftAlone() {
    let injector = PropertyInjector { registry in
      registry.register("name", instance: "other")
      registry.declare("name", \OperationQueue.name)
      registry.declare("name", \Thread.name)
      registry.declare("name", \Operation.name)
    }
    let (queue, thread) = (OperationQueue(), Thread {})
    let names = (queue.name, thread.name)
    #expect(names.0 != nil && names.1 != nil)
    #expect(!injector.injectDependencies(to: queue).didInject && queue.name == names.0)
    #expect(!injector.injectDependencies(to: thread).didInject && thread.name == names.1)
    let operation = Operation()
    #expect(injector.injectDependencies(to: operation).didInject && operation.name == "other")
  }

  @Test func aDelegateIsFilledAndNotKeptAlive() {
    final class Delegate: NSObject, StreamDelegate, @unchecked Sendable {}
    let (kept, lost) = (IssueLog(), IssueLog())
    let delegate = Delegate()
    let stream = InputStream(data: Data())
    stream.delegate = nil
    let injector = PropertyInjector(reportingTo: kept) { registry in
      registry.register("delegate", instance: delegate)
      registry.declare("delegate", \Stream.delegate)
    }
    #expect(injector.injectDependencies(to: stream).injected == ["delegate"])
    #expect(stream.delegate === delegate && kept.issues.isEmpty)
    stream.delegate = nil
    let losing = PropertyInjector(reportingTo: lost) { registry in
      registry.register("delegate") { Delegate() }
      registry.declare("delegate", \Stream.delegate)
    }
    let result = losing.injectDependencies(to: stream)
    #expect(
      result.unfilled.map(\.reasonName) == [.valueGone] && stream.delegate as? Delegate == nil)
    #expect(lost.kinds == [.valueGone])
  }
}
