/// A property of the objects of one type, which asks for its value.
protocol AskingProperty: AnyObject, Sendable {
  var property: InjectableProperty { get }
  var kind: InjectionPoint.Kind { get }
  /// The type of the objects, which may be a subclass of the property's owner.
  var objectType: Any.Type { get }
}
