import Dispatch
import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionStorage
import TestSupport
import Testing

/// Subclasses of the platform's classes as owners: declared, marked and lazy properties, and hooks.
@Suite struct ObjectOwnersTests {
  struct Maker: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable () -> any PlatformOwner

    init<Owner: PlatformOwner>(_ make: @escaping @autoclosure @Sendable () -> Owner) {
      testDescription = "\(Owner.self)"
      self.make = make
    }
  }

  static let makers: [Maker] = [
    Maker(OwnObject()),
    Maker(OwnCache()),
    Maker(OwnDateFormatter()),
    Maker(OwnDimension(symbol: "d", converter: UnitConverterLinear(coefficient: 2))),
    Maker(OwnEnumerator()),
    Maker(OwnError(domain: "domain", code: 1)),
    Maker(OwnFileManager()),
    Maker(OwnDecoder()),
    Maker(OwnCenter()),
    Maker(OwnOperation()),
    Maker(OwnPredicate(value: true)),
    Maker(OwnProgress(parent: nil)),
    Maker(OwnStream(data: Data([1]))),
    Maker(OwnText(string: "text")),
    Maker(OwnURLComponents()),
  ]

  private static func injector(
    for type: any PlatformOwner.Type, reportingTo log: IssueLog, calls: Counter
  ) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("number", instance: 1)
      registry.register("marked", in: .singleton) { NSNumber(value: 2) }
      registry.register("late") { () -> NSString in
        calls.increment()
        return NSString("late")
      }
      type.declare(in: &registry)
    }
  }

  @Test(arguments: makers) func aSubclassIsAnOwnerLikeAnyOther(_ maker: Maker) {
    let (log, calls) = (IssueLog(), Counter())
    let owner = maker.make()
    let injector = Self.injector(for: type(of: owner), reportingTo: log, calls: calls)
    #expect(injector.explain(owner).properties.map(\.name) == ["number", "marked", "late"])
    let result = injector.injectDependencies(to: owner)
    #expect(result.injected == ["number", "marked", "late"])
    #expect(owner.number == 1 && owner.marked == 2 && owner.hooks == 1 && calls.count == 0)
    #expect(owner.late == "late" && owner.late == "late" && calls.count == 1)
    #expect(!injector.injectDependencies(to: owner).didInject && owner.hooks == 1)
    owner.marked = nil
    #expect(injector.injectDependencies(to: owner).injected == ["marked"] && owner.hooks == 2)
    #expect(injector.explain(owner).properties.map(\.outcome) == [.filled, .filled, .filled])
    #expect(injector.explain(type(of: owner)).properties.count == 3)
    #expect(injector.validate(including: type(of: owner)).findings.isEmpty)
    #expect(injector.removeAccessors(of: owner) == ["late"] && owner.late == "late")
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test(arguments: makers) func aSubclassIsFilledAsItsSuperclass(_ maker: Maker) {
    let (log, calls) = (IssueLog(), Counter())
    let owner = maker.make()
    let injector = Self.injector(for: type(of: owner), reportingTo: log, calls: calls)
    let object: AnyObject = owner
    #expect(injector.injectDependencies(to: object).injected.count == 3)
    var any: Any = maker.make()
    #expect(injector.injectDependencies(to: &any).injected.count == 3)
    #expect((any as? any PlatformOwner)?.hooks == 1)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test(arguments: makers) func aSubclassIsReleased(_ maker: Maker) {
    weak var owner: AnyObject?
    weak var value: NSObject?
    do {
      let made = maker.make()
      owner = made
      let object = NSObject()
      value = object
      nonisolated(unsafe) let shared = object
      let values = AssociatedStorage<AnyObject, NSObject>()
      let injector = Self.injector(
        for: type(of: made), reportingTo: IssueLog(), calls: Counter()
      ).overriding { registry in
        registry.unchecked { $0.register("object", instance: shared) }
      }
      injector.injectDependencies(to: made)
      values[made] = injector.instance(for: .named("object", NSObject.self))
      #expect(values[made] === object && owner != nil)
    }
    #expect(owner == nil && value == nil)
  }

  @Test func anOperationInjectsItselfOnItsQueue() {
    let (log, calls) = (IssueLog(), Counter())
    let injector = Self.injector(for: OwnOperation.self, reportingTo: log, calls: calls)
    let queue = OperationQueue()
    let operations = (0..<20).map { _ in OwnOperation() }
    for operation in operations { operation.configured = injector }
    queue.addOperations(operations, waitUntilFinished: true)
    #expect(operations.allSatisfy { $0.number == 1 && $0.marked == 2 && $0.hooks == 1 })
    #expect(operations.allSatisfy { $0.late == "late" } && calls.count == 20)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test func aThreadInjectsWhatItIsGiven() {
    let (log, calls) = (IssueLog(), Counter())
    let injector = Self.injector(for: OwnObject.self, reportingTo: log, calls: calls)
    let finished = DispatchSemaphore(value: 0)
    nonisolated(unsafe) let owner = OwnObject()
    Thread {
      injector.injectDependencies(to: owner)
      finished.signal()
    }.start()
    finished.wait()
    #expect(owner.number == 1 && owner.marked == 2 && owner.late == "late")
    #expect(owner.hooks == 1 && log.issues.isEmpty, "\(log.texts)")
  }

  @Test func anInitializerOfAnObjectInjectsIt() {
    final class Page: NSObject {
      @Injected var title: NSString?
      @Injected(.byType) var center: NotificationCenter?

      init(injector: PropertyInjector) {
        super.init()
        injector.injectDependencies(to: self)
      }
    }
    let log = IssueLog()
    let center = NotificationCenter()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title") { NSString("title") }
      registry.register(.type(NotificationCenter.self), instance: center)
      registry.register("page") { injector in Page(injector: injector) }
    }
    let page = injector.instance(for: .named("page", Page.self))
    #expect(page?.title == "title" && page?.center === center && log.issues.isEmpty)
  }

  @Test func aMarkOfASuperclassOfOnesOwnIsFilled() {
    class Base: NSObject { @Injected var title: NSString? }
    class Middle: Base {}
    final class Leaf: Middle { @Injected("title") var other: NSString? }
    let injector = PropertyInjector { $0.register("title") { NSString("title") } }
    let leaf = Leaf()
    #expect(injector.injectDependencies(to: leaf).injected == ["title", "other"])
    #expect(leaf.title == "title" && leaf.other == "title")
  }
}
