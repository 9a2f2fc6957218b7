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
    self =
      switch key?.form {
      case nil: isLazy ? .lazyOwnName : .ownName
      case .typeAlone?: isLazy ? .lazyType : .type
      case let form?: .details(MarkDetails(form, isLazy: isLazy))
      }
  }

  /// Whether the binding is asked when the property is first read.
  package var isLazy: Bool {
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

  /// The form of the key that is looked up.
  package func form(of ownName: String) -> BindingKey.Form {
    switch self {
    case .type, .lazyType: .typeAlone
    case .details(let details): details.form ?? .named(ownName)
    case .ownName, .lazyOwnName: .named(ownName)
    }
  }
}

/// The details of a request that do not fit into one word.
@_fixed_layout  // Its initializer is inlined, also where the library is built for distribution.
@usableFromInline
package final class MarkDetails: Sendable {
  /// The form of the key that is looked up; nil for the property's own name.
  @usableFromInline let form: BindingKey.Form?
  @usableFromInline let isLazy: Bool
  @usableFromInline let maker: (any AnyObject & Sendable)?

  @inlinable  // Inlined code uses it.
  init(_ form: BindingKey.Form, isLazy: Bool) {
    self.form = form
    self.isLazy = isLazy
    maker = nil
  }

  init(_ maker: any AnyObject & Sendable) {
    form = nil
    isLazy = false
    self.maker = maker
  }
}
