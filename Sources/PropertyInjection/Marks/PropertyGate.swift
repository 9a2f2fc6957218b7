import Synchronization

/// Stands before the value of a marked property: a lazy value, accessors, or a setting.
///
/// An injection puts the gate there, and a write may remove it; a read never changes the property.
/// Copies of a struct share it.
@_fixed_layout  // Inlined code reads it, also where the library is built for distribution.
@usableFromInline
package class PropertyGate<Value> {
  /// The address of the made value, which every thread may read; 0 while there is none.
  @usableFromInline final let madeAddress = Atomic<UInt>(0)

  /// The made value; nil while there is none.
  @inlinable @inline(__always)  // Reading a made value must not cost a call.
  final var made: UnsafePointer<Value>? {
    UnsafePointer(bitPattern: madeAddress.load(ordering: .acquiring))
  }

  /// The kind of property with this gate; nil once the property is plain.
  var kind: InjectionPoint.Kind? { nil }

  /// Whether the property counts as set because of the gate.
  var isInEffect: Bool { true }

  @usableFromInline
  func read() -> Value? { nil }

  /// Writes a value; false if the value replaces the gate.
  @usableFromInline
  package func write(_ value: Value?) -> Bool { false }

  /// Why the property has no value, as a trap says it; nil if the gate does not know.
  ///
  /// - Parameter property: The property, as far as the mark knows it.
  func missingText(of property: String) -> String? { nil }

  /// The value that the property holds when it is made plain.
  func retire() -> Value? { nil }
}

/// Says why a ``Required`` property has no value, after an injection that has left it without.
final class UnfilledGate<Value>: PropertyGate<Value>, @unchecked Sendable {
  // Unchecked: all is constant.
  private let point: PropertyPoint
  private let reason: InjectionIssue.Kind
  private let location: CodeLocation

  init(_ point: PropertyPoint, _ reason: InjectionIssue.Kind, at location: CodeLocation) {
    self.point = point
    self.reason = reason
    self.location = location
  }

  override var isInEffect: Bool { false }

  override func missingText(of _: String) -> String? {
    "\(point.property.fullName) was read before it was filled.\n\(issue)"
  }

  var issue: InjectionIssue {
    var issue = InjectionIssue(reason, property: point.property)
    issue.injectionLocation = location
    return issue
  }
}

/// Runs accessors at each access to one property of one object, and holds its stored value.
///
/// Copies of a struct share it.
final class AccessorGate<Value>: PropertyGate<Value> {
  private let accessors: PropertyAccessors<Value>
  let site: PropertySite
  private(set) weak var target: AnyObject?
  private let ownKind: InjectionPoint.Kind
  // Guards the two that vary, because copies of a struct share the gate, and each may be on another thread.
  private let lock = Lock<Void>(())
  // The accessors that threads are running.
  private var running: [(thread: UInt, isSetter: Bool)] = []
  private var stored: Value?

  init(
    _ accessors: PropertyAccessors<Value>, _ target: AnyObject?, _ site: PropertySite,
    _ kind: InjectionPoint.Kind = .intercepted
  ) {
    self.accessors = accessors
    ownKind = kind
    self.target = target
    self.site = site
  }

  override var kind: InjectionPoint.Kind? { ownKind }

  override func missingText(of _: String) -> String? {
    "\(site.property.fullName) has no value: its getter has given nil.\n"
      + "  injected at    \(site.injectionLocation)\n"
      + "  to fix         let the getter give a value, or mark the property @Injected."
  }

  /// The value behind the accessors.
  var storedValue: Value? {
    get { lock.guarding { stored } }
    set {
      // The old value is released after the lock: its `deinit` may use the property.
      var other = newValue
      lock.guarding { swap(&stored, &other) }
      withExtendedLifetime(other) {}
    }
  }

  // A getter that reads its own property reads the stored value; a setter that writes it stores
  // one.

  private var property: InterceptedProperty<Value> { InterceptedProperty(gate: self) }

  override func read() -> Value? {
    var value: Value?
    if let get = accessors.get, run({ value = get(property) }) { return value }
    return storedValue
  }

  override func write(_ value: Value?) -> Bool {
    if let set = accessors.set, run(isSetter: true, { set(property, value) }) { return true }
    storedValue = value
    return true
  }

  override func retire() -> Value? { storedValue }

  /// Runs an accessor; false if it belongs to another actor, or this thread is running it as often as allowed.
  private func run(isSetter: Bool = false, _ accessor: () -> Void) -> Bool {
    // Nothing runs on an actor that is gone.
    guard accessors.isolation.retained?.mayBeHere == true else {
      site.report(.accessedOnAnotherActor(required: accessors.isolation.text))
      return false
    }
    let run = (thread: CurrentThread.id, isSetter: isSetter)
    let deepest = isSetter ? accessors.deepestWrite : 1
    let isEntered = lock.guarding {
      guard running.count(where: { $0 == run }) < deepest else { return false }
      running.append(run)
      return true
    }
    guard isEntered else { return false }
    accessor()
    lock.guarding {
      if let place = running.lastIndex(where: { $0 == run }) { running.remove(at: place) }
    }
    return true
  }
}

/// A property with an injected getter or setter, as the accessor sees it.
///
/// ```swift
/// registry.intercept(.volume, get: { property in property.storedValue ?? 0.5 })
/// ```
///
/// It is handed to the accessors of ``Registry/intercept(_:replacing:fileID:line:get:set:)`` at
/// every access, on the thread of the access.
public struct InterceptedProperty<Value> {
  fileprivate let gate: AccessorGate<Value>

  /// The object that has the property; nil for a struct, and in the `deinit` of the object.
  ///
  /// The accessors do not retain it.
  public var target: AnyObject? { gate.target }

  /// The property's name.
  public var name: String { gate.site.property.name }

  /// The type that declares the property: the target's class or a superclass of it.
  public var declaringType: Any.Type { gate.site.property.ownerType }

  /// The value stored in the property, which it would read and write without the accessors.
  public var storedValue: Value? {
    get { gate.storedValue }
    nonmutating set { gate.storedValue = newValue }
  }
}

/// The getter and the setter of a marked property; a function that is not replaced is nil.
package struct PropertyAccessors<Value>: Sendable {
  package typealias Getter = (InterceptedProperty<Value>) -> Value?
  package typealias Setter = (InterceptedProperty<Value>, Value?) -> Void

  // Confined: what the functions have captured is released on their actor, wherever the property
  // is. The actor is not kept, because it may own the property.
  private let functions: Confined<(get: Getter?, set: Setter?)>
  let isolation: WeakIsolation
  /// How often the setter may be nested on a thread; a deeper write stores the value.
  let deepestWrite: Int

  var get: Getter? { functions.content.get }
  var set: Setter? { functions.content.set }

  /// - Parameters:
  ///   - isolation: The actor that the functions belong to; without one they are `@Sendable`.
  ///   - deepestWrite: How often the setter may be nested on a thread.
  package init(get: Getter?, set: Setter?, isolation: Isolation, deepestWrite: Int = 1) {
    functions = Confined((get, set), toWeak: isolation)
    self.isolation = WeakIsolation(isolation)
    self.deepestWrite = deepestWrite
  }
}

/// The storage of a marked property, in its object or in a struct's variable.
struct MarkedSlot<Value>: AnyMarkedSlot {
  let mark: UnsafeMutablePointer<Injected<Value>>

  init(_ address: UnsafeMutableRawPointer) {
    mark = address.assumingMemoryBound(to: Injected<Value>.self)
  }

  /// Whether an injection may fill the property.
  ///
  /// The check runs no code of the program: a gate that is in effect counts as a value.
  var isFree: Bool { mark.pointee.value == nil && mark.pointee.gate?.isInEffect != true }

  var interceptedAs: InjectionPoint.Kind? { mark.pointee.gate?.kind }

  var locationOfRequired: CodeLocation { Required<Value>.location(of: UnsafeRawPointer(mark)) }

  /// Stores a value in place of the old value and the gate.
  ///
  /// The old ones are released when the new value is in place, because a `deinit` may use the
  /// property.
  func fill(_ value: Value?) {
    let (oldValue, oldGate) = (mark.pointee.value, mark.pointee.gate)
    mark.pointee.gate = nil
    mark.pointee.value = value
    withExtendedLifetime((oldValue, oldGate)) {}
  }

  /// Puts a gate before the value.
  func intercept(with gate: PropertyGate<Value>) {
    Self.intercept(UnsafeMutableRawPointer(mark) + Self.gateOffset, with: gate)
  }

  /// Notes why an injection has left the property without a value.
  func noteMissing(_ point: PropertyPoint, _ reason: InjectionIssue.Kind, at location: CodeLocation)
  { intercept(with: UnfilledGate(point, reason, at: location)) }

  /// Puts a gate of the property's type at the place of its gate, which needs no type that the runtime would have to
  /// build.
  static func intercept(_ address: UnsafeMutableRawPointer, with gate: consuming AnyObject) {
    let place = address.assumingMemoryBound(to: AnyObject?.self)
    let old = place.move()
    place.initialize(to: gate)
    withExtendedLifetime(old) {}
  }

  // The second and the third property of a mark. From the metadata: to make a key path takes a deep stack.
  static var gateOffset: Int { runtimeFieldOffset(Injected<Value>.self, index: 2) }

  func makePlain() { if let gate = mark.pointee.gate { fill(gate.retire()) } }

  /// Reads and writes the property in each object of the type.
  ///
  /// The common case, a value for a nil property without a gate, needs no type that the runtime
  /// would have to build.
  static func access(at place: StoragePlace) -> PropertyAccess {
    let value = runtimeFieldOffset(Injected<Value>.self, index: 1)
    let gate = gateOffset
    if TypeKind(Value.self) == .class {
      return accessToReference(at: place, value: value, gate: gate)
    }
    let witnesses = ValueWitnesses(Value.self)
    return { root, operation in
      let mark = place.address(in: root)
      guard (mark + gate).load(as: UInt.self) == 0 else {
        return MarkedSlot(mark).perform(operation)
      }
      guard witnesses.isNil(mark + value) else { return leaveSet(mark, operation) }
      switch operation {
      case .probe: return .isNil
      case .fill(let new), .store(let new):
        witnesses.fill(mark + value, with: new)
        return .filled
      }
    }
  }

  /// The same for a class instance, whose reference is one word.
  private static func accessToReference(
    at place: StoragePlace, value: Int, gate: Int
  ) -> PropertyAccess {
    { root, operation in
      let mark = place.address(in: root)
      guard (mark + gate).load(as: UInt.self) == 0 else {
        return MarkedSlot(mark).perform(operation)
      }
      guard (mark + value).load(as: UInt.self) == 0 else { return leaveSet(mark, operation) }
      switch operation {
      case .probe: return .isNil
      case .fill(let new), .store(let new):
        let reference = new.assumingMemoryBound(to: Unmanaged<AnyObject>.self).pointee
        (mark + value).storeBytes(
          of: reference.retain().toOpaque(), as: UnsafeMutableRawPointer.self)
        return .filled
      }
    }
  }

  /// Leaves a value as it is, unless another is to replace it.
  private static func leaveSet(
    _ mark: UnsafeMutableRawPointer, _ operation: PropertyOperation
  ) -> PropertyOutcome {
    if case .store = operation { MarkedSlot(mark).perform(operation) } else { .alreadySet }
  }

  /// Reads or writes a property that is set or has a gate.
  @inline(never)
  private func perform(_ operation: PropertyOperation) -> PropertyOutcome {
    switch operation {
    case .probe:
      return isFree ? .isNil : .alreadySet
    case .fill(let value):
      guard isFree else { return .alreadySet }
      fill(value.assumingMemoryBound(to: Value.self).pointee)
    case .store(let value):
      fill(value.assumingMemoryBound(to: Value.self).pointee)
    }
    return isFree ? .gone : .filled
  }

}

extension StoragePlace {
  /// The marked property with values of a type that is stored here, in the object or value in the pointer's variable.
  package func slot(of valueType: Any.Type, in root: UnsafeMutableRawPointer) -> any AnyMarkedSlot {
    func open<Value>(_: Value.Type) -> any AnyMarkedSlot { MarkedSlot<Value>(address(in: root)) }
    return _openExistential(valueType, do: open)
  }
}

/// The storage of a marked property, type-erased.
package protocol AnyMarkedSlot {
  var isFree: Bool { get }
  /// The kind of the gate before the value; nil if there is none.
  var interceptedAs: InjectionPoint.Kind? { get }
  /// Where a ``Required`` property is written; only of such a property.
  var locationOfRequired: CodeLocation { get }

  /// Makes the property a plain one.
  func makePlain()

  /// Notes why an injection has left the property without a value.
  func noteMissing(_ point: PropertyPoint, _ reason: InjectionIssue.Kind, at location: CodeLocation)
}
