import Foundation
import PropertyInjection
import PropertyInjectionChecking
import TestSupport
import Testing

/// Collections of class instances: they are handed on as they are, and nothing in them is touched.
@Suite struct CollectionsTests {
  /// Counts what is done with it.
  final class Item: NSObject, @unchecked Sendable {
    // Unchecked: nothing in it changes.
    static let total = Counter()
    let uses: Counter
    init(_ uses: Counter) {
      self.uses = uses
      super.init()
    }
    override var hash: Int {
      uses.increment()
      return 1
    }
    override func isEqual(_ object: Any?) -> Bool {
      uses.increment()
      return self === object as AnyObject
    }
    override var description: String {
      uses.increment()
      return "item"
    }
  }
  protocol Part: Sendable {}
  final class ObjectPart: Part {}
  struct ValuePart: Part { let item: ObjectPart }

  final class Owner {
    var array: [Item]?
    var nested: [[Item?]]?
    var set: Set<Item>?
    var dictionary: [String: Item]?
    var byItem: [Item: [Item]]?
    var tuple: (Item, Int, [Item])?
    var parts: [any Part]?
    var optionals: [Item?]?
    var double: [Item]??
    var closure: (@Sendable () -> Item)?
    var range: ArraySlice<Item>?
    @Injected("array") var marked: [Item]?
    @Injected("set", lazy: true) var late: Set<Item>?
  }

  private static func declare(in registry: inout Registry) {
    registry.declare("array", \Owner.array)
    registry.declare("nested", \Owner.nested)
    registry.declare("set", \Owner.set)
    registry.declare("dictionary", \Owner.dictionary)
    registry.declare("byItem", \Owner.byItem)
    registry.declare("tuple", \Owner.tuple)
    registry.declare("parts", \Owner.parts)
    registry.declare("optionals", \Owner.optionals)
    registry.declare("double", \Owner.double, from: "array")
    registry.declare("closure", \Owner.closure)
    registry.declare("range", \Owner.range)
  }

  private static func address<Element>(of array: [Element]?) -> UnsafeRawPointer? {
    array?.withUnsafeBytes { $0.baseAddress }
  }

  @Test func nothingOfACollectionIsReadOrCopied() {
    let uses = Counter()
    let item = Item(uses)
    let array = [item, Item(uses)]
    let (set, byItem): (Set, [Item: [Item]]) = ([item], [item: array])
    let before = uses.count
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("array", instance: array)
      registry.register("nested", instance: [[item, nil], []])
      registry.register("set", instance: set)
      registry.register("dictionary", instance: ["item": item])
      registry.register("byItem", instance: byItem)
      registry.register("tuple", instance: (item, 1, array) as (Item, Int, [Item]))
      registry.register(
        "parts", instance: [ObjectPart(), ValuePart(item: ObjectPart())] as [any Part])
      registry.register("optionals", instance: [item, nil])
      registry.register("closure", instance: { item } as @Sendable () -> Item)
      registry.register("range", instance: array[1...])
      Self.declare(in: &registry)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(result.unfilled.isEmpty && owner.late != nil)
    #expect(!injector.injectDependencies(to: owner).didInject)
    _ = (injector.explain(owner), injector.validate(including: Owner.self), injector.graph())
    #expect(uses.count == before)
    #expect(Self.address(of: owner.array) == Self.address(of: array))
    #expect(Self.address(of: owner.marked) == Self.address(of: array))
    #expect(Self.address(of: owner.double as? [Item]) == Self.address(of: array))
    #expect(owner.nested?[0][0] === item && owner.nested?[0][1] == nil && owner.nested?.count == 2)
    #expect(owner.set?.first === item && owner.late?.first === item)
    #expect(owner.dictionary?["item"] === item && owner.byItem?.keys.first === item)
    #expect(owner.tuple?.0 === item && owner.tuple?.2.count == 2)
    #expect(owner.parts?.count == 2 && owner.parts?[0] is ObjectPart)
    #expect(owner.optionals?.count == 2 && owner.optionals?[0] === item)
    #expect(owner.closure?() === item && owner.range?.first === array[1])
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test func emptyCollectionsAreValuesOfTheirOwnTypesOnly() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("array", instance: [String]())
      registry.register("set", instance: Set<String>())
      registry.register("dictionary", instance: [String: String]())
      registry.register("parts", instance: [ObjectPart]())
      registry.declare("array", \Owner.array)
      registry.declare("set", \Owner.set)
      registry.declare("dictionary", \Owner.dictionary)
      registry.declare("parts", \Owner.parts)
    }
    let owner = Owner()
    let result = injector.injectDependencies(to: owner)
    #expect(
      result.unfilled.map(\.name) == ["array", "set", "dictionary", "parts", "marked", "late"])
    #expect(result.unfilled.allSatisfy { $0.reasonName == .noFittingType })
    #expect(owner.array == nil && owner.set == nil && owner.dictionary == nil && owner.parts == nil)
    let fitting = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.register("array", instance: [Item]())
      registry.register("set", instance: Set<Item>())
      registry.register("dictionary", instance: [String: Item]())
      registry.register("parts", instance: [any Part]())
      Self.declare(in: &registry)
    }
    fitting.injectDependencies(to: owner)
    #expect(owner.array == [] && owner.set == [] && owner.dictionary == [:] && owner.late == [])
    #expect(owner.parts?.isEmpty == true)
  }

  @Test func collectionsAreReleasedWithTheirHolders() {
    weak var item: Item?
    weak var listed: NSMutableArray?
    weak var made: Owner?
    do {
      let held = Item(Counter())
      item = held
      nonisolated(unsafe) let list = NSMutableArray(array: [
        held, NSDictionary(dictionary: [1: held]),
      ])
      listed = list
      let injector = PropertyInjector { registry in
        registry.issueHandler = { _ in }
        registry.register("array", instance: [held, held])
        registry.register("set", in: .singleton) { Set([held]) }
        registry.register("optionals", in: .cached) { [held, nil] as [Item?] }
        registry.unchecked { $0.register("list", instance: list) }
        Self.declare(in: &registry)
      }
      let owner = Owner()
      made = owner
      injector.injectDependencies(to: owner)
      #expect(owner.array?.count == 2 && owner.late?.count == 1 && owner.optionals?.count == 2)
      #expect(injector.instance(for: .named("list", NSArray.self)) === list)
      injector.reset()
      #expect(item != nil && listed != nil && made != nil)
    }
    #expect(item == nil && listed == nil && made == nil)
  }

  @Test func anOwnerInACollectionOfItsOwnIsReleasedOnceItLetsGo() {
    final class Node {
      @Injected var next: NSMutableArray?
    }
    weak var node: Node?
    weak var list: NSMutableArray?
    do {
      let injector = PropertyInjector { registry in
        registry.register("next") { NSMutableArray() }
      }
      let owner = Node()
      node = owner
      injector.injectDependencies(to: owner)
      list = owner.next
      owner.next?.add(owner)
      #expect(owner.next?.firstObject as? Node === owner)
      owner.next?.removeAllObjects()
    }
    #expect(node == nil && list == nil)
  }
}
