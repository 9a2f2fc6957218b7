/// A property that may be injected: its name, the types of owner and value, and how it is reached.
///
/// A type lists its own in ``Injectable/injectableProperties``, which reaches private ones too:
///
/// ```swift
/// final class Player: Injectable {
///   private var clock: (any Clock)?
///
///   static var injectableProperties: [InjectableProperty] {
///     [InjectableProperty("clock", \Player.clock)]
///   }
/// }
/// ```
///
/// The key path leads to an optional property of a class or a struct: stored, computed, observed,
/// wrapped, implicitly unwrapped, inherited, or deep inside (nil then means that the leaf is nil). A
/// property that is not optional cannot be given; the compiler refuses it. Write the key path as a
/// literal: in an optimized build it then becomes a direct access to the property; with key paths kept
/// in variables, an injection of five properties took nine times as long.
public struct InjectableProperty: @unchecked Sendable {
  // Unchecked: the access is called only on the actor that `isolation` names.
  var access: PropertyAccess

  /// The property's own name.
  public let name: String

  /// The name under which its binding is looked up: its own unless it asks for another; nil where the
  /// type alone decides.
  public let bindingName: String?

  /// The type at which the key path starts.
  public let ownerType: Any.Type

  /// The type of the property, without the optional.
  public let valueType: Any.Type

  /// Where the property was declared; nil for one that is marked with ``Injected``.
  public let location: CodeLocation?

  var isolation: Isolation

  /// The module that has declared it.
  var module: ModuleTag?

  /// The same property, taken for nil without a look at it.
  var neverRead: InjectableProperty {
    InjectableProperty(
      name: name, bindingName: bindingName, ownerType: ownerType, valueType: valueType,
      location: location,
      actor: isolation.actor
    ) { _, _ in .isNil }
  }

  /// The same property, which is also a marked one: what an injection has put before that counts, and
  /// is not read.
  func behind(_ marked: @escaping PropertyAccess) -> InjectableProperty {
    var property = self
    property.access = { [access] root, operation in
      if case .store = operation { return access(root, operation) }
      return marked(root, .probe) == .isNil ? access(root, operation) : .alreadySet
    }
    return property
  }

  /// Describes a property by a writable key path, for injections on the actor of the calling code.
  ///
  /// Declared in main-actor code, the property is filled on the main actor only; declared in
  /// nonisolated code, anywhere. The compiler hands out key paths by the same rule.
  ///
  /// - Parameters:
  ///   - key: The property's name; a typed key ties it to the type.
  ///   - keyPath: A literal such as `\Player.clock`.
  ///   - other: Another key than the property's own: another name, or the type alone.
  ///   - isolation: The actor of the calling code. Leave it out: another answer than the compiler's
  ///     would take back what it proved.
  ///   - fileID: The file of the declaration, for reports. Leave it out.
  ///   - line: The line of the declaration, for reports. Leave it out.
  @inlinable  // The optimizer has to see the key path literal to turn it into a direct access.
  public init<Root, Value>(
    _ key: InjectionKey<Value>, _ keyPath: WritableKeyPath<Root, Value?>,
    from other: InjectionKey<Value>? = nil, isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(
      name: key.name ?? "", bindingName: (other ?? key).name, ownerType: Root.self,
      valueType: Value.self,
      location: CodeLocation(fileID: fileID, line: line), actor: isolation
    ) { root, operation in
      let root = root.assumingMemoryBound(to: Root.self)
      switch operation {
      case .probe:
        return root.pointee[keyPath: keyPath] == nil ? .isNil : .alreadySet
      case .fill(let value):
        guard root.pointee[keyPath: keyPath] == nil else { return .alreadySet }
        root.pointee[keyPath: keyPath] = value.assumingMemoryBound(to: Value.self).pointee
        return root.pointee[keyPath: keyPath] == nil ? .gone : .filled
      case .store(let value):
        root.pointee[keyPath: keyPath] = value.assumingMemoryBound(to: Value.self).pointee
        return .filled
      }
    }
  }

  /// Describes a property of a type that belongs to no actor, from code that does.
  ///
  /// The compiler proves it: a key path to an actor's property is not `Sendable`. Use it where the
  /// configuration is main-actor code and the object is injected on other threads too.
  @inlinable  // The optimizer has to see the key path literal to turn it into a direct access.
  public init<Root, Value, Path: WritableKeyPath<Root, Value?> & Sendable>(
    _ key: InjectionKey<Value>, nonisolated keyPath: Path,
    from other: InjectionKey<Value>? = nil, fileID: StaticString = #fileID, line: UInt = #line
  ) {
    self.init(key, keyPath, from: other, isolation: nil, fileID: fileID, line: line)
  }

  /// A marked property, which may be declared as well; its access is known once its place is.
  init(
    _ child: PropertyReflection.Child, _ storage: any MarkedStorage,
    declaredAs declared: InjectableProperty?
  ) {
    self.init(
      name: child.name,
      bindingName: declared.map(\.bindingName) ?? storage.request.bindingName(of: child.name),
      ownerType: child.ownerType, valueType: storage.valueType, location: declared?.location,
      actor: declared?.isolation.actor
    ) { _, _ in .alreadySet }
    module = declared?.module
  }

  @usableFromInline
  init(
    name: String, bindingName: String?, ownerType: Any.Type, valueType: Any.Type,
    location: CodeLocation?, actor: (any Actor)?, access: @escaping PropertyAccess
  ) {
    self.access = access
    self.name = name
    self.bindingName = bindingName
    self.ownerType = ownerType
    self.valueType = valueType
    self.location = location
    self.isolation = Isolation(actor: actor)
  }
}

extension InjectableProperty: CustomStringConvertible {
  /// The property as declarations write it: `Player.clock: (any Clock)?`.
  public var description: String {
    "\(TypeName.of(ownerType)).\(name): \(TypeName.optional(valueType))"
  }
}
