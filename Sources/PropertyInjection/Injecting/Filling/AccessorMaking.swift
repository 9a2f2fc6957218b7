/// A wrapper that makes the accessors of its own property, instead of a binding.
package protocol AccessorMaking<Value>: AnyObject, Sendable {
  associatedtype Value

  /// The accessors of the property; nil, with a report, if there are none.
  ///
  /// - Parameter isolation: The actor of the injection, which the accessors must not keep.
  func accessors(
    for site: PropertySite, on isolation: Isolation, from injector: PropertyInjector
  ) -> PropertyAccessors<Value>?
}

extension MarkRequest {
  /// The request of a wrapper that makes its own accessors.
  package init(_ maker: some AccessorMaking) {
    self = .details(MarkDetails(maker))
  }
}
