/// Leads to another key, or to nothing; it has no value of its own and is never asked for one.
struct LeadProvider: Provider, @unchecked Sendable {
  // Unchecked: types are constants.
  let lead: Lead
  private let key: BindingKey

  /// - Parameter key: What its binding stands for.
  init(_ lead: Lead, for key: BindingKey) {
    self.lead = lead
    self.key = key
  }

  var isFactory: Bool { false }

  var parameters: [Parameter]? { [] }

  func useExistingValue<Target>(
    as target: Target.Type, isOnActor: Bool, _ use: (Target) -> Void
  ) {}

  func fit<Target>(_ target: Target.Type) -> TypeFit? {
    key.type.map { TypeMatching.fit(of: $0, to: target) } ?? .possible
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
