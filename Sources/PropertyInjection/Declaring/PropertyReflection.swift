/// What `Mirror` shows of an object: the only walk in the library.
///
/// It serves the plan of a type, once per type, and reaches the marked properties of an object that
/// shows itself in its own way. Enumerating reads every stored property, so a type that must not be
/// read is left out, level by level.
struct PropertyReflection {
  /// One stored property.
  struct Child {
    enum Content {
      case marked(any MarkedProperty)
      case optional(wrapped: Any.Type, isNil: Bool)
      /// The storage of a `lazy var`.
      ///
      /// Asking the property itself would run its initializer.
      case lazyStorage
      case other
    }

    /// The property's name: the label without what wrappers and `lazy` put before it.
    let name: String
    let content: Content
    /// The class at whose level the property is stored.
    let ownerType: Any.Type
    let place: Place
  }

  /// Where to find a child again in another object of the same type.
  struct Place {
    /// How many steps up from the object's own class.
    let level: Int
    let index: Int
    /// What it is called there.
    let label: String?
  }

  /// Superclasses' properties first, then in the order of declaration.
  let children: [Child]

  /// Why an object that shows itself in its own way was not asked to.
  let refusal: Provided.Refusal?

  /// Walks an object or a value.
  init(of subject: Any, leavingOut unreflected: Set<ObjectIdentifier>) {
    var levels: [[Child]] = []
    refusal = Self.forEachLevel(of: subject) { level, mirror in
      // An enum's child is a payload, which another value of it may not have.
      guard !unreflected.contains(ObjectIdentifier(mirror.subjectType)),
        mirror.displayStyle != .enum
      else {
        levels.append([])
        return
      }
      levels.append(
        mirror.children.enumerated().compactMap { index, child in
          let place = Place(level: level, index: index, label: child.label)
          return Self.child(child, ownerType: mirror.subjectType, place: place)
        })
    }
    children = levels.reversed().flatMap { $0 }
  }

  /// The storage of a marked property at a known place; nil where there is none any more, as in an
  /// object whose own `customMirror` shows something else today.
  static func markedStorage(of subject: Any, at place: Place) -> (any MarkedStorage)? {
    var found: (any MarkedStorage)?
    _ = forEachLevel(of: subject) { level, mirror in
      let children = mirror.children
      guard level == place.level, place.index < children.count else { return }
      let child = children[children.index(children.startIndex, offsetBy: place.index)]
      guard child.label == place.label else { return }
      found = (child.value as? any MarkedProperty)?.storageObject
    }
    return found
  }

  /// The name of an enum's case; nil for what is no enum, or describes itself.
  static func caseName(of value: Any) -> String? {
    guard !(value is any CustomReflectable) else { return nil }
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .enum else { return nil }
    if let label = mirror.children.first?.label { return label }
    let describesItself =
      value is any CustomStringConvertible || value is any CustomDebugStringConvertible
      || value is any TextOutputStreamable
    return describesItself ? nil : String(describing: value)
  }

  /// A `customMirror` is code of the user's, which may come back here.
  private static func forEachLevel(
    of subject: Any, _ body: (Int, Mirror) -> Void
  ) -> Provided.Refusal? {
    guard subject is any CustomReflectable else {
      walk(subject, body)
      return nil
    }
    return ResolutionChain.follow(.reflection(type(of: subject))) { _ in walk(subject, body) }
  }

  private static func walk(_ subject: Any, _ body: (Int, Mirror) -> Void) {
    var next: Mirror? = Mirror(reflecting: subject)
    // A mirror of the type's own making may show another object, or have ancestors without end.
    let levels = TypeHierarchy.levels(of: type(of: subject))
    for level in 0..<levels.count {
      guard let mirror = next else { return }
      if levels.contains(where: { $0 == mirror.subjectType }) { body(level, mirror) }
      next = mirror.superclassMirror
    }
  }

  private static func child(_ child: Mirror.Child, ownerType: Any.Type, place: Place) -> Child? {
    guard var label = child.label else { return nil }
    let content: Child.Content
    if label.hasPrefix(lazyPrefix) {
      label.removeFirst(lazyPrefix.count)
      content = .lazyStorage
    } else if label.hasPrefix("_"), type(of: child.value) is any MarkedProperty.Type,
      let marked = child.value as? any MarkedProperty
    {
      // The compiler stores a wrapper under the property's name with an underscore before it.
      label.removeFirst()
      content = .marked(marked)
    } else if let type = type(of: child.value) as? any OptionalType.Type {
      let isNil = (child.value as? any OptionalType)?.isNil ?? false
      content = .optional(wrapped: type.wrappedType, isNil: isNil)
    } else {
      content = .other
    }
    return Child(name: label, content: content, ownerType: ownerType, place: place)
  }

  private static let lazyPrefix = "$__lazy_storage_$_"
}
