/// The injector, as factories and argument readers see it: what a call asks for values.
protocol ValueSource: AnyObject, Sendable {
  /// The value of a key, if it has been found before and is the same for every caller.
  func valueAtHand(_ key: BindingKey) -> UnsafeRawPointer?

  /// Hands over the value of an argument.
  ///
  /// Throws ``ArgumentReader/Unresolved`` if the value exists only on another actor, or only later:
  /// the object that is made would keep a wrong nil.
  func provideArgument<Value>(
    _ key: BindingKey, _ type: Value.Type, isOptional: Bool, at position: Int,
    of binding: Binding, for call: borrowing InjectionCall, _ use: (Value) -> Void
  ) throws

  /// The values of all bindings that fit a type, in the order of registration.
  func collect<Value>(_ type: Value.Type, for call: borrowing InjectionCall) -> [Value]

  /// Fills the nil properties of what a call has made, before other code sees it.
  ///
  /// False if the product may not be injected here.
  func injectProduct<Value>(_ product: inout Value, for call: borrowing InjectionCall) -> Bool
}
