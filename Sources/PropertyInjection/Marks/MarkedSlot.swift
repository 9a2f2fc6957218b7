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
  static func intercept(_ address: UnsafeMutableRawPointer, with gate: AnyObject) {
    let place = address.assumingMemoryBound(to: AnyObject?.self)
    let old = place.pointee
    place.pointee = gate
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
