/// Leads to another key, or to nothing; it has no value of its own and is never asked for one.
struct LeadProvider: Provider, @unchecked Sendable {
  // Unchecked: types are constants.
  let lead: Lead
  private let type: Any.Type

  /// - Parameter type: The type that its binding stands for; `Never` for any.
  init(_ lead: Lead, for type: Any.Type) {
    self.lead = lead
    self.type = type
  }

  var isFactory: Bool { false }

  var parameters: [Parameter]? { [] }

  func useExistingValue<Target>(
    as target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void
  ) {}

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    type == Never.self ? .possible : TypeMatching.fit(of: type, to: target)
  }

  func provide<Target>(
    _ target: Target.Type, for call: borrowing InjectionCall, from binding: Binding,
    _ use: (Target) -> Void
  ) -> Provided { .nothing }

  func makeInstance(
    for call: borrowing InjectionCall, from binding: Binding,
    early: (any Provider) -> Void, _ use: (any Provider) -> Void
  ) -> Provided { .nothing }
}
