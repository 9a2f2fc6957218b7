import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionStorage
import TestSupport
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Properties that extensions add to classes of the platform.
@Suite struct ExtendedObjectsTests {
  /// An owner, in a storage of its own.
  struct Owner: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable () -> Void

    init<Object: AnyObject>(_ make: @escaping @autoclosure @Sendable () -> Object) {
      testDescription = "\(Object.self)"
      check = { ExtendedObjectsTests.expectKept(by: make()) }
    }
  }

  static let owners: [Owner] = [
    Owner(NSMutableArray()), Owner(NSString("text")), Owner(NSNumber(value: true)),
    Owner(NSNumber(value: 1)), Owner(NSNull()), Owner(NSDate()), Owner(NSURL(fileURLWithPath: "/")),
    Owner(NSLock()), Owner(NSCache<NSString, NSNumber>()), Owner(NotificationCenter()),
    Owner(NotificationCenter.default), Owner(UserDefaults.standard), Owner(OperationQueue()),
    Owner(DateFormatter()), Owner(URLSession.shared), Owner(Bundle.main),
    Owner(FileManager.default),
    Owner(ProcessInfo.processInfo), Owner(Thread.current), Owner(RunLoop.main),
    Owner(JSONDecoder()),
    Owner(NSDictionary()), Owner(NSCharacterSet.letters as AnyObject),
    Owner(NSTimeZone.local as AnyObject),
    Owner(UnitLength.meters), Owner(FileHandle.standardError), Owner(Process()),
    Owner(NSError(domain: "domain", code: 1)),
  ]

  private static func expectKept<Object: AnyObject>(by object: Object) {
    let strong = AssociatedStorage<Object, NSMutableArray>()
    let weak = AssociatedStorage<Object, NSObject>(.weak)
    let values = AssociatedStorage<Object, Date>()
    weak var list: NSMutableArray?
    do {
      let own = NSMutableArray(array: [1])
      list = own
      (strong[object], weak[object], values[object]) = (own, own, .distantPast)
      #expect(strong[object] === own && weak[object] === own)
    }
    strong.releaseValuesOfFreedOwners()
    #expect(list != nil && strong[object]?.firstObject as? Int == 1)
    #expect(values[object] == .distantPast)
    (strong[object], values[object]) = (nil, nil)
    #expect(list == nil && weak[object] == nil && strong[object] == nil && values[object] == nil)
  }

  @Test(arguments: owners) func aValueIsKeptForAnObjectOfThePlatform(_ owner: Owner) {
    owner.check()
  }

  @Test func whatAnExtensionAddsIsInjected() {
    let log = IssueLog()
    let manager = FileManager()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.unchecked { $0.register("manager", instance: manager) }
      registry.register("queue") { OperationQueue() }
      registry.declare("manager", \JSONDecoder.manager)
      registry.declare("queue", \Formatter.queue)
    }
    let (decoder, formatter) = (JSONDecoder(), ISO8601DateFormatter())
    #expect(injector.injectDependencies(to: decoder).injected == ["manager"])
    #expect(injector.injectDependencies(to: formatter).injected == ["queue"])
    #expect(decoder.manager === manager && formatter.queue != nil && NumberFormatter().queue == nil)
    #expect(injector.validate().findings.isEmpty && log.issues.isEmpty)
  }

  @Test func aValueGoesWithItsOwner() {
    let storage = AssociatedStorage<NSObject, NSObject>()
    weak var value: NSObject?
    for _ in 0..<100 {
      let owner = NSMutableDictionary()
      #expect(storage[owner] == nil)
      let own = NSObject()
      value = own
      storage[owner] = own
    }
    storage.releaseValuesOfFreedOwners()
    #expect(value == nil)
  }
}

extension JSONDecoder {
  private static let managers = AssociatedStorage<JSONDecoder, FileManager>(.weak)
  fileprivate var manager: FileManager? {
    get { Self.managers[self] }
    set { Self.managers[self] = newValue }
  }
}

extension Formatter {
  private static let queues = AssociatedStorage<Formatter, OperationQueue>()
  fileprivate var queue: OperationQueue? {
    get { Self.queues[self] }
    set { Self.queues[self] = newValue }
  }
}
