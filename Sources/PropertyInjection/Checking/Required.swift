// It lies here, and not beside `Injected`, because its trap says what an explanation says.

/// Marks a property that is not optional as injectable: other code reads it without `?` and `!`.
///
/// ```swift
/// final class Player {
///   @Required var clock: any Clock  // the binding under "clock"
///   @Required("bigScreen") var screen: Screen  // the binding under another name
///   @Required(.byType) private var log: Log  // the one binding that fits the type
/// }
/// ```
///
/// It is filled like an ``Injected`` property: by the same rules, only if it has no value yet, in
/// classes, actors and structs. Until then it has none, and **reading it ends the program**, with a
/// message that names the owner and the property, says why nothing has filled it and how to fix it. It is
/// the one trap of the library; an `Injected` property of an implicitly unwrapped type,
/// `@Injected var clock: (any Clock)!`, traps as well, without the reason.
/// ``PropertyInjector/validate(including:isolation:)-method`` with an object of the type finds what is
/// missing before. It costs what an `Injected` property costs.
///
/// Use it where an object is of no use without the value. Where the value may be missing, or is a setting,
/// lazy or intercepted, use ``Injected``.
@frozen  // Stored in its owner, and used by inlined code; also when built for distribution.
@propertyWrapper
public struct Required<Value> {
  @usableFromInline var mark: Injected<Value>

  /// A property that an injection of its object fills.
  ///
  /// - Parameter key: Another name to ask for, a typed key, or ``InjectionKey/byType``; left out, the
  ///   property's own name.
  @inlinable  // Specialized where the type is known.
  public init(_ key: InjectionKey<Value>? = nil) {
    mark = Injected(nil, MarkRequest(key))
  }

  /// The value, without which a read ends the program.
  ///
  /// The compiler uses it for structs and for local and global variables; a property of a class is
  /// read and written through the subscript below.
  @inlinable  // A read must cost no more than that of a plain property.
  public var wrappedValue: Value {
    get {
      // The documented trap: there is no value to return.
      guard let value = mark.wrappedValue else { fatalError(Self.reasonWithoutOwner) }
      return value
    }
    set { mark.wrappedValue = newValue }
  }

  /// The value of a property of a class, or an actor, see
  /// ``Injected/subscript(_enclosingInstance:wrapped:storage:)``.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value>,
    storage storage: ReferenceWritableKeyPath<Owner, Required>
  ) -> Value {
    @inlinable @inline(__always)  // The optimizer must see the key path.
    get {
      if let gate = owner[keyPath: storage].mark.gate, let value = Injected.read(through: gate) {
        return value
      }
      // The documented trap: there is no value to return.
      guard let value = owner[keyPath: storage].mark.value else {
        fatalError(reason(of: owner, storage))
      }
      return value
    }
    @inlinable @inline(__always)  // Like the getter.
    set {
      // The old value is released when the new one is in place: its `deinit` may use the property.
      let old = owner[keyPath: storage].mark
      if old.gate?.write(newValue) == true { return }
      owner[keyPath: storage].mark = Injected(newValue, old.request)
      withExtendedLifetime(old) {}
    }
  }
}

// Unchecked: a mark is a value, and what its copies share, the gate, is guarded or constant.
extension Required: @unchecked Sendable where Value: Sendable {}

// The words of the trap.
extension Required {
  @usableFromInline
  static var reasonWithoutOwner: String {
    "A required property of type \(TypeName.of(Value.self)) was read before it was filled.\n"
      + "  to fix         inject the value that has it, where it is made."
  }

  @usableFromInline @inline(never)
  static func reason<Owner: AnyObject>(
    of owner: Owner, _ storage: ReferenceWritableKeyPath<Owner, Required>
  ) -> String {
    let type: Any.Type = Swift.type(of: owner)
    let address = withUnsafePointer(to: &owner[keyPath: storage]) { UnsafeRawPointer($0) }
    let offset = address - UnsafeRawPointer(Unmanaged.passUnretained(owner).toOpaque())
    let field = StoredField.all(of: type, TypeHierarchy.levels(of: type)).first {
      $0.offset == offset
    }
    let name = field.map { String($0.label.dropFirst()) }
    let property = "\(TypeName.of(type)).\(name.map(TypeName.shown) ?? "?")"
    let injector = SharedInjector.current.takeUnretainedValue().replacementOrSelf
    let row =
      injector.role == .unconfigured
      ? nil : injector.explanation(of: type, on: .none).properties.first { $0.name == name }
    // Of a type alone, it is not certain that the property asks for its own name.
    let cause = row?.issue.map { "\n\($0)" } ?? ""
    return "\(property) was read before it was filled.\(cause)"
      + "\n  to fix         inject the object where it is made, before \(name ?? "it") is read: "
      + "injectDependencies(to:)."
  }
}
