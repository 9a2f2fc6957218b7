import Foundation
import PropertyInjection
import TestSupport
import Testing

/// What real calls of the platform throw, in all code that may throw.
@Suite struct ThrownPlatformErrorsTests {
  private static let names = ["factory", "kept", "initializer", "provider", "property"]

  private static func injector(
    reportingTo log: IssueLog, _ attempt: @escaping @Sendable () throws -> Void
  ) -> PropertyInjector {
    @Sendable func make() throws -> NSObject {
      try attempt()
      return NSObject()
    }
    return PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { registry in
        registry.register("factory", factory: make)
        registry.register("kept", in: .singleton, factory: make)
        registry.register("property", factory: make)
      }
      registry.register(
        "initializer", .initializer({ (_: Int) in try make() }, .value(1)))
      registry.register("provider", .object(Provider(make: make)))
      registry.declare("property", \Owner.property)
    }
  }

  private final class Owner {
    var property: NSObject?
    @Injected(lazy: true) var factory: NSObject?
  }

  private struct Provider: InjectionProvider {
    let make: @Sendable () throws -> NSObject
    func provide(with injector: PropertyInjector, arguments: [Any?]) throws -> NSObject? {
      try make()
    }
  }

  @Test(arguments: FailingCall.all)
  func anErrorOfThePlatformIsReportedOnce(_ call: FailingCall) throws {
    let own: (any Error)?
    do {
      try call.attempt()
      own = nil
    } catch { own = error }
    let expected = try #require(own, "the call does not fail")
    let log = IssueLog()
    let injector = Self.injector(reportingTo: log, call.attempt)
    for name in Self.names + Self.names {
      #expect(injector.instance(for: .named(name, NSObject.self)) == nil)
    }
    #expect(log.kinds == Array(repeating: .threw, count: Self.names.count))
    for issue in log.issues {
      let error = try #require(issue.underlyingError)
      #expect(type(of: error) == type(of: expected))
      #expect(!issue.description.isEmpty && issue.description == issue.description)
      #expect(issue == issue && issue.hashValue == issue.hashValue)
    }
  }

  @Test(arguments: FailingCall.all)
  func anErrorLeavesThePropertyNilAndTheNextInjectionAsksAgain(_ call: FailingCall) {
    let log = IssueLog()
    let isFailing = Locked(true)
    let injector = Self.injector(reportingTo: log) {
      if isFailing.withLock({ $0 }) { try call.attempt() }
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(result.injected == ["factory"])
    #expect(result.unfilled.map(\.description) == ["property (threw)"])
    #expect(owner.property == nil && owner.factory == nil)
    #expect(log.kinds == [.threw, .threw])
    isFailing.withLock { $0 = false }
    #expect(injector.injectDependencies(to: owner).injected == ["property", "factory"])
    #expect(owner.property != nil && owner.factory != nil)
  }

  @Test func theReportedErrorIsTheOneThatWasThrown() {
    let inner = NSError(domain: "inner", code: 1)
    let errors: [any Error] = [
      NSError(domain: "domain", code: 1, userInfo: [NSUnderlyingErrorKey: inner]),
      FailingCall.ObjectError(),
      FailingCall.SpecialError(domain: "special", code: 1),
    ]
    for error in errors {
      let log = IssueLog()
      let injector = Self.injector(reportingTo: log) { throw error }
      #expect(injector.instance(for: .named("factory", NSObject.self)) == nil)
      let reported = log.issues.first?.underlyingError
      if let error = error as? FailingCall.ObjectError {
        #expect(reported as? FailingCall.ObjectError === error)
      } else {
        #expect(reported.map { $0 as NSError } === error as NSError)
      }
    }
    let log = IssueLog()
    let injector = Self.injector(reportingTo: log) {
      throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "/nowhere"])
    }
    #expect(injector.instance(for: .named("factory", NSObject.self)) == nil)
    let cocoa = log.issues.first?.underlyingError as? CocoaError
    #expect(cocoa?.code == .fileNoSuchFile && cocoa?.filePath == "/nowhere")
  }

  @Test func anErrorIsReleasedWithItsReport() {
    final class Cause {}
    let log = Locked<[InjectionIssue]>([])
    weak let cause: Cause?
    weak let error: NSError?
    let injector: PropertyInjector
    do {
      let own = Cause()
      let thrown = NSError(domain: "domain", code: 1, userInfo: ["cause": own])
      (cause, error) = (own, thrown)
      let left = Locked<NSError?>(thrown)
      injector = PropertyInjector { registry in
        registry.issueHandler = { issue in log.withLock { $0.append(issue) } }
        registry.register("object") { () throws -> NSObject? in
          let error = left.withLock { left in
            defer { left = nil }
            return left
          }
          if let error { throw error }
          return nil
        }
      }
      #expect(injector.instance(for: .named("object", NSObject.self)) == nil)
    }
    #expect(error != nil && cause != nil)
    log.withLock { $0 = [] }
    #expect(error == nil && cause == nil)
    #expect(injector.instance(for: .named("object", NSObject.self)) == nil)
  }
}
