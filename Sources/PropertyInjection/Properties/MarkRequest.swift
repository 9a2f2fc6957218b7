/// The request of a mark: the key and the timing, in one word.
///
/// A request that needs more has an object for the details.
@frozen  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package enum MarkRequest: Sendable {
  /// The binding with the property's own name.
  case ownName
  /// The one binding that fits the type.
  case type
  /// As `ownName` and `type`, but the binding is asked when the property is first read.
  case lazyOwnName
  case lazyType
  case details(MarkDetails)

  @inlinable  // Inlined code uses it.
  init<Value>(_ key: InjectionKey<Value>?, isLazy: Bool = false) {
    if let key {
      if let name = key.name {
        self = .details(MarkDetails(name, isLazy: isLazy))
      } else {
        self = isLazy ? .lazyType : .type
      }
    } else {
      self = isLazy ? .lazyOwnName : .ownName
    }
  }

  /// Whether the binding is asked when the property is first read.
  var isLazy: Bool {
    switch self {
    case .lazyOwnName, .lazyType: true
    case .details(let details): details.isLazy
    case .ownName, .type: false
    }
  }

  /// The object that makes accessors for the property, in place of a binding; nil for a plain mark.
  var maker: (any AnyObject & Sendable)? {
    if case .details(let details) = self { details.maker } else { nil }
  }

  /// The name to look up; nil for the type alone.
  func bindingName(of ownName: String) -> String? {
    switch self {
    case .type, .lazyType: nil
    case .details(let details): details.name ?? ownName
    case .ownName, .lazyOwnName: ownName
    }
  }
}

/// The details of a request that do not fit into one word.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package final class MarkDetails: Sendable {
  /// The name to look up; nil for the property's own.
  @usableFromInline let name: String?
  @usableFromInline let isLazy: Bool
  @usableFromInline let maker: (any AnyObject & Sendable)?

  @inlinable  // Inlined code uses it.
  init(_ name: String, isLazy: Bool) {
    self.name = name
    self.isLazy = isLazy
    maker = nil
  }

  init(_ maker: any AnyObject & Sendable) {
    name = nil
    isLazy = false
    self.maker = maker
  }
}
