/// Gives a marked property a getter and a setter; it has no value to give.
struct AccessorProvider<Value>: Provider {
  let accessors: PropertyAccessors<Value>

  var isFactory: Bool { false }

  var isAccessor: Bool { true }

  var lead: Lead { .here }

  var parameters: [Parameter]? { [] }

  func useExistingValue<Target>(
    as target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void
  ) {}

  /// Nothing but the very type: what is read and what is written have one type.
  func fit<Target>(_ target: Target.Type) -> TypeFit? { Value.self == target ? .exact : nil }

  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> Provided { .failed(.accessors) }

  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Provider) -> Void, _ use: (any Provider) -> Void
  ) -> Provided { .failed(.accessors) }
}
