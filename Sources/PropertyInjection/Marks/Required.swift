/// Marks a property that is not optional as injectable: other code reads it without `?` and `!`.
///
/// ```swift
/// final class Player {
///   @Required var clock: any Clock  // the binding under "clock", or of its type alone
///   @Required("bigScreen") var screen: Screen  // the binding under another name
///   @Required(.byType) private var log: Log  // the one binding that fits the type
///   @Required(lazy: true) var album: Album  // made when it is first read
/// }
/// ```
///
/// It is filled like an ``Injected`` property: by the same rules, only if it has no value yet, in
/// classes, actors and structs. Until then it has none, and **reading it ends the program**, with a
/// message that says whose the property is and where it is written, or why an injection has left it without a value, and how to fix
/// it. It is the one trap of the library; an `Injected` property of an implicitly unwrapped type,
/// `@Injected var clock: (any Clock)!`, traps as well, without the reason.
///
/// The hook of an object that lacks a required property is not called. An object that the injector makes, for a binding, is
/// of no use then: it is neither kept nor handed out. What asks for it stays nil, and a look-up with `require` throws.
///
/// It costs what an `Injected` property costs, and sixteen bytes more: whose it is and where it is written, for the message.
///
/// Use it where an object is of no use without the value. Where the value may be missing, or is a setting or
/// intercepted, use ``Injected``.
@frozen  // Stored in its owner, and used by inlined code; also when built for distribution.
@propertyWrapper
public struct Required<Value> {
  // First: an injection finds it there.
  @usableFromInline var mark: Injected<Value>
  /// The file in which the property is written, constant memory that ends with 0; half of a `StaticString`.
  @usableFromInline let file: UnsafePointer<UInt8>
  @usableFromInline let line: UInt32
  /// How far from there the name of the type, or the function, is that has the property; 0 if it is too far.
  @usableFromInline let ownerOffset: Int32

  /// A property that an injection of its object fills.
  ///
  /// - Parameters:
  ///   - key: Another name to ask for, a typed key, or ``InjectionKey/byType``; left out, the
  ///     property's own name.
  ///   - isLazy: Whether the value is made when the property is first read, as for ``Injected``; if there is none
  ///     then, the read ends the program.
  ///   - fileID: The file of the property, for the message of a read that comes too early.
  ///   - line: The line of the property.
  ///   - function: The name of the type that has it.
  @inlinable  // Specialized where the type is known.
  public init(
    _ key: InjectionKey<Value>? = nil, lazy isLazy: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
  ) {
    mark = Injected(nil, MarkRequest(key, isLazy: isLazy))
    file = fileID.utf8Start
    self.line = UInt32(clamping: line)
    ownerOffset = Int32(exactly: function.utf8Start - fileID.utf8Start) ?? 0
  }

  /// The value, without which a read ends the program.
  ///
  /// The compiler uses it for structs and for local and global variables; a property of a class is
  /// read and written through the subscript below.
  @inlinable  // A read must cost no more than that of a plain property.
  public var wrappedValue: Value {
    get {
      // The documented trap: there is no value to return.
      guard let value = mark.wrappedValue else { fatalError(missingText()) }
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
        fatalError(owner[keyPath: storage].missingText(in: owner))
      }
      return value
    }
    @inlinable @inline(__always)  // Like the getter.
    set {
      // The old value is released when the new one is in place: its `deinit` may use the property.
      let old = owner[keyPath: storage]
      if old.mark.gate?.write(newValue) == true { return }
      owner[keyPath: storage].mark = Injected(newValue, old.mark.request)
      withExtendedLifetime(old) {}
    }
  }
}

// Unchecked: a mark is a value, and what its copies share, the gate, is guarded or constant; the file is constant memory.
extension Required: @unchecked Sendable where Value: Sendable {}

extension Required {
  /// Where a property is written; nothing else of it is read.
  static func location(of property: UnsafeRawPointer) -> CodeLocation {
    let file = property + runtimeFieldOffset(Self.self, index: 1)
    return CodeLocation(
      file: file.load(as: UnsafePointer<UInt8>.self),
      line: UInt((file + MemoryLayout<UnsafePointer<UInt8>>.size).load(as: UInt32.self)))
  }
}

// The words of the trap.
extension Required {
  /// - Parameter owner: The object that has the property; nil for a struct and a variable.
  @usableFromInline @inline(never)  // Only the trap needs it.
  func missingText(in owner: AnyObject? = nil) -> String {
    let declared = ownerOffset == 0 ? "a variable" : String(cString: file + Int(ownerOffset))
    let ownerName = owner.map { TypeName.of(type(of: $0)) } ?? declared
    let name = owner.flatMap(name).map { "The required property \(ownerName).\($0)" }
    let property =
      (name ?? "A required property of \(ownerName)") + ", of type \(TypeName.of(Value.self)),"
    if let text = mark.gate?.missingText(of: property) { return text }
    return "\(property) was read before it was filled.\n"
      + "  declared at    \(location)\n"
      + "  to fix         "
      + (owner.map { TypeMetadata(type(of: $0)).isActor } == true
        ? "call injectDependencies(to: self) in the actor's own code, before this is read"
        : "inject the object where it is made, on its actor, before this is read: injectDependencies(to:)")
      + "."
  }

  private var location: CodeLocation { CodeLocation(file: file, line: UInt(line)) }

  /// The name of the property in its object: that of the mark which is written at the same place.
  private func name(in owner: AnyObject) -> String? {
    let type: Any.Type = type(of: owner)
    return withUnsafePointer(to: owner) { variable in
      let root = UnsafeMutableRawPointer(mutating: variable)
      return StoredField.all(of: type, TypeHierarchy.levels(of: type)).compactMap {
        field -> String? in
        guard case .marked(let marked)? = MarkedField.find(field, inObject: true),
          marked.valueType == Value.self, marked.mark(in: root).location == location
        else { return nil }
        return marked.name
      }.first
    }
  }
}
