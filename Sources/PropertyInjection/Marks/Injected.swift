/// Marks a property as injectable, so that it need not be declared in the registry.
///
/// ```swift
/// final class Player {
///   @Injected var clock: (any Clock)?           // the binding under "clock", or of its type alone
///   @Injected("bigScreen") var screen: Screen?  // the binding under another name
///   @Injected(.byType) private var log: Log?    // the one binding that fits the type
///   @Injected(lazy: true) var album: Album?        // asked for when it is first read
///   @Injected(optional: true) var radio: Radio?    // may stay nil, without a report
/// }
/// ```
///
/// The name is the property's own; if nothing that fits is registered under it, what is registered without a name for
/// exactly the property's type answers. A key that is written out is answered by nothing else. Private properties and those
/// of superclasses are found too. The property reads and writes like any other optional; a property that is set already is
/// left alone.
///
/// A marked property can do what a plain one cannot: be filled when it is first read, and have a getter and a setter
/// injected, see ``Registry/intercept(_:replacing:fileID:line:get:set:)``. Where it is declared with a key path as well,
/// the declaration alone counts.
///
/// A marked property costs sixteen bytes in its owner besides the value. It allocates no memory, unless it asks for another
/// name. Its offset is learnt from the type's metadata, and the key that it asks for from the first object, with `Mirror`.
/// An injection does not run the observers (`didSet`) of a marked property.
///
/// - In a struct it is a value like the others: each copy has its own, and in a `let` struct it cannot be set. A lazy value
///   is made once for all copies that were taken before.
/// - A struct that has marked properties of `Sendable` types may be `Sendable` itself.
/// - A marked property is strong; if the owner must not hold the value, declare a `weak` property.
/// - Nothing at run time tells which actor a wrapper's owner belongs to. A type of a global actor that has marked
///   properties and neither a declared property nor an ``InjectionAware`` conformance of the actor is declared for its
///   actor, `registry.onMainActor { $0.declare(Screen.self) }`, so that an injection from elsewhere is refused. An actor's
///   own properties are filled from inside the actor; an injection from elsewhere is refused.
///
/// The idea is DeluxeInjection's marked properties.
@frozen  // Stored in its owner, and used by inlined code; also when built for distribution.
@propertyWrapper
public struct Injected<Value> {
  // Three words for a class instance; injections write the last two in place. `MarkedField` and `MarkedSlot` know
  // the order.
  @usableFromInline package let request: MarkRequest
  @usableFromInline package var value: Value?
  /// The gate that an injection has put before the value; nil if there is none.
  @usableFromInline package var gate: PropertyGate<Value>?

  /// The value, nil until it is injected or set.
  ///
  /// The compiler uses it for structs and for local and global variables; a property of a class is read and written through
  /// the subscript below.
  @inlinable  // A read must cost no more than that of a plain property.
  public var wrappedValue: Value? {
    get {
      guard let gate else { return value }
      return Self.read(through: gate)
    }
    set {
      let (oldValue, oldGate) = (value, gate)
      if let oldGate, oldGate.write(newValue) { return }
      gate = nil
      value = newValue
      withExtendedLifetime((oldValue, oldGate)) {}
    }
  }

  /// The value of a property of a class, or an actor.
  ///
  /// The compiler uses a subscript with these underscored labels in place of ``wrappedValue``, as for Combine's
  /// `@Published`. With it each access to the storage ends at once. So a getter, a setter or a `deinit` that runs meanwhile
  /// may use the same property; otherwise that is an overlapping access.
  public static subscript<Owner: AnyObject>(
    _enclosingInstance owner: Owner, wrapped wrapped: ReferenceWritableKeyPath<Owner, Value?>,
    storage storage: ReferenceWritableKeyPath<Owner, Injected>
  ) -> Value? {
    @inlinable @inline(__always)  // The optimizer must see the key path.
    get {
      guard let gate = owner[keyPath: storage].gate else { return owner[keyPath: storage].value }
      return read(through: gate)
    }
    @inlinable @inline(__always)  // Like the getter.
    set {
      let gate = owner[keyPath: storage].gate
      if let gate {
        if gate.write(newValue) { return }
        owner[keyPath: storage].gate = nil
      }
      // The old value is released when the new one is in place: its `deinit` may use the property.
      let old = owner[keyPath: storage].value
      owner[keyPath: storage].value = newValue
      withExtendedLifetime((old, gate)) {}
    }
  }

  @inlinable @inline(never)  // Specialized; not inlined, so that the getter stays small.
  static func read(through gate: consuming PropertyGate<Value>) -> Value? {
    if let made = gate.made { return made.pointee }
    return gate.read()
  }

  @inlinable  // Specialized where the type is known.
  package init(_ value: Value?, _ request: MarkRequest) {
    self.request = request
    self.value = value
    self.gate = nil
  }

  /// An injectable property that is filled by an injection of its object, or when it is first read.
  ///
  /// It asks for the binding of its own name, `@Injected var clock: Clock?`, or of another key, `@Injected("houseClock")
  /// var clock: Clock?`.
  ///
  /// A lazy property, `@Injected(lazy: true) var album: Album?`, is filled when it is first read, by the injector that has
  /// injected its object. The injection looks the binding up, and reports if there is none; the property counts as filled,
  /// and the hook is called. The binding's factory runs when the property is first read: once, also if two threads read at
  /// a time; in a factory a thread does not wait for the read of another. If the property is never read, no value is made.
  /// If the program sets it first, it keeps that value. A factory that gives nil, or fails, is not asked again: the
  /// property reads nil, and another injection may fill it.
  ///
  /// Until the first read a lazy property retains the injector, unless its object is a scoped instance, in any scope, or
  /// was made for one: such an object may be kept by the injector, which would keep itself alive then. Once that injector
  /// has gone, the property reads nil, with a report. It never retains its owner. Failures are reported at the first read.
  /// A binding that is confined to the main actor gives no value to code elsewhere, and that is reported. A registered
  /// instance is stored at once, because it need not be made. The idea is DeluxeInjection's `DILazy`.
  ///
  /// - Parameters:
  ///   - wrappedValue: A value of its own, which an injection leaves alone.
  ///   - key: Another name to ask for, a typed key, or ``InjectionKey/byType``.
  ///   - isLazy: Whether the value is made when the property is first read.
  ///   - isOptional: Whether the property may stay nil. A missing binding is no mistake then: injections do not report it,
  ///     nor do checks which know the mark from an object and find no binding that may be meant.
  @inlinable  // Specialized where the type is known.
  public init(
    wrappedValue: Value? = nil, _ key: InjectionKey<Value>? = nil, lazy isLazy: Bool = false,
    optional isOptional: Bool = false
  ) {
    self.init(wrappedValue, MarkRequest(key, isLazy: isLazy, isOptional: isOptional))
  }
}

// Unchecked: a mark is a value, and what its copies share, the gate, is guarded or constant.
extension Injected: @unchecked Sendable where Value: Sendable {}

extension Injected: Decodable {
  /// Throws: a marked property has no place in data.
  ///
  /// A type that a parser of command lines makes needs no `CodingKeys`: swift-argument-parser gives back, not decoded, what
  /// a command was made with and the command line does not set. A model that is decoded from data leaves its marks out of
  /// its `CodingKeys`.
  public init(from decoder: any Decoder) throws {
    throw DecodingError.dataCorrupted(
      DecodingError.Context(
        codingPath: decoder.codingPath,
        debugDescription: "A marked property is not decoded: leave it out of CodingKeys."))
  }
}

/// The request of a mark: the key and how it is asked for, in one word.
///
/// A request of another key has an object for the details.
@frozen  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package enum MarkRequest: Sendable {
  /// The binding with the property's own name, or the one that fits the type.
  case plain(isByType: Bool, isLazy: Bool, isOptional: Bool)
  case details(MarkDetails)

  @inlinable  // Inlined code uses it.
  init<Value>(_ key: InjectionKey<Value>?, isLazy: Bool, isOptional: Bool = false) {
    self =
      switch key?.qualifier {
      case nil: .plain(isByType: false, isLazy: isLazy, isOptional: isOptional)
      case .typeAlone?: .plain(isByType: true, isLazy: isLazy, isOptional: isOptional)
      case let qualifier?: .details(MarkDetails(qualifier, isLazy: isLazy, isOptional: isOptional))
      }
  }

  private var parts: MarkDetails.Parts {
    switch self {
    case .plain(let isByType, let isLazy, let isOptional):
      (isByType ? .typeAlone : nil, isLazy, isOptional)
    case .details(let details): details.parts
    }
  }

  /// Whether the binding is asked when the property is first read.
  package var isLazy: Bool { parts.isLazy }

  /// Whether the property may stay nil without a report.
  package var isOptional: Bool { parts.isOptional }

  /// The key that is looked up; without one of its own, the property's name.
  package func key(of field: MarkedField) -> BindingKey {
    BindingKey(
      parts.qualifier ?? .named(field.name), field.valueType, isOwnName: parts.qualifier == nil)
  }
}

/// The details of a request that do not fit into one word.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package final class MarkDetails: Sendable {
  /// The qualifier of the key that is looked up, nil for the property's own name, and how it is asked for.
  @usableFromInline typealias Parts = (
    qualifier: BindingKey.Qualifier?, isLazy: Bool, isOptional: Bool
  )

  @usableFromInline let parts: Parts

  @inlinable  // Inlined code uses it.
  init(_ qualifier: BindingKey.Qualifier, isLazy: Bool, isOptional: Bool) {
    parts = (qualifier, isLazy, isOptional)
  }
}

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
/// It is filled like an ``Injected`` property: by the same rules, only if it has no value yet, in classes, actors and
/// structs. Until then it has none, and **reading it ends the program**, with a message that says whose the property is and
/// where it is written, or why an injection has left it without a value, and how to fix it. It is the one trap of the
/// library; an `Injected` property of an implicitly unwrapped type, `@Injected var clock: (any Clock)!`, traps as well,
/// without the reason.
///
/// The hook of an object that lacks a required property is not called. An object that the injector makes, for a binding, is
/// of no use then: it is neither kept nor handed out. What asks for it stays nil, and a look-up with `require` throws.
///
/// It costs what an `Injected` property costs, and sixteen bytes more: whose it is and where it is written, for the
/// message.
///
/// Use it where an object is of no use without the value. Where the value may be missing, or is a setting or intercepted,
/// use ``Injected``.
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
  ///   - key: Another name to ask for, a typed key, or ``InjectionKey/byType``; left out, the property's own name.
  ///   - isLazy: Whether the value is made when the property is first read, as for ``Injected``; if there is none then, the
  ///     read ends the program.
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
  /// The compiler uses it for structs and for local and global variables; a property of a class is read and written through
  /// the subscript below.
  @inlinable  // A read must cost no more than that of a plain property.
  public var wrappedValue: Value {
    get {
      // The documented trap: there is no value to return.
      guard let value = mark.wrappedValue else { fatalError(missingText()) }
      return value
    }
    set { mark.wrappedValue = newValue }
  }

  /// The value of a property of a class, or an actor, see ``Injected/subscript(_enclosingInstance:wrapped:storage:)``.
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

extension Required: Decodable {
  /// Throws, see ``Injected/init(from:)``.
  public init(from decoder: any Decoder) throws {
    _ = try Injected<Value>(from: decoder)
    self.init()
  }
}

extension Required {
  /// Where a property is written; nothing else of it is read.
  static func location(of property: UnsafeRawPointer) -> CodeLocation {
    let property = property.assumingMemoryBound(to: Self.self)
    return CodeLocation(file: property.pointee.file, line: UInt(property.pointee.line))
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
        : owner == nil
          ? "inject this variable before it is read, injectDependencies(to: &value), or its array, injectDependencies(toEach: &values): a copy of it has values of its own"
          : "inject the object where it is made, on its actor, before this is read: injectDependencies(to:). If it was injected, a report says what it lacks. An initializer reads it only after it has injected self")
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
