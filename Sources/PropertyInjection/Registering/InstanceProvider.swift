/// Gives the instance that was registered, or that was made and kept.
struct InstanceProvider<Value>: InstanceHolder, @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or its binding is confined to an actor that is asked for before
  // every use, or the user vouched for it, `unchecked`.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// Gives an instance that belongs to an actor, and is released there.
struct ConfinedInstanceProvider<Value>: InstanceHolder {
  private let confined: Confined<Value>

  init(_ value: Value, to isolation: Isolation) {
    confined = Confined(value, to: isolation)
  }

  var value: Value { confined.content }
}

/// What provides a value that is there.
protocol InstanceHolder: Provider {
  associatedtype Value
  var value: Value { get }
}

extension InstanceHolder {
  var isFactory: Bool { false }

  var lead: Lead { .here }

  var parameters: [Parameter]? { [] }

  func useExistingValue<Target>(
    as target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void
  ) {
    _ = hand(over: target, isOnActor: isOnActor, use)
  }

  /// Hands the value over as another type; nil if that has been done.
  private func hand<Target>(
    over target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void
  ) -> Provided? {
    if Value.self == target {
      // The same type: the bytes are what they are, and taking them apart could lose a conformance.
      withUnsafePointer(to: value) { value in
        value.withMemoryRebound(to: target, capacity: 1) { use($0.pointee) }
      }
      return nil
    }
    guard let content = TypeMatching.flatten(value) else { return .misfit(Value.self) }
    switch TypeMatching.match(content, as: target, isOnActor: isOnActor) {
    case .value(let value): use(value)
    case .onActorOnly: return .refused(.isolation)
    case .misfit: return .misfit(type(of: value))
    }
    return nil
  }

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if Value.self == target { return .exact }
    return TypeMatching.flatten(value).flatMap { TypeMatching.fit(ofValue: $0, to: target) }
  }

  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> Provided {
    hand(over: target, isOnActor: call.isOnActor, use) ?? .value
  }

  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Provider) -> Void, _ use: (any Provider) -> Void
  ) -> Provided {
    use(self)
    return .value
  }
}
