/// Keeps what it wraps in an object.
@propertyWrapper struct Boxed<Value> {
  private final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let box: Box

  var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }

  init(wrappedValue: Value) { box = Box(wrappedValue) }
}
