import PropertyInjection
import PropertyInjectionChecking

extension InjectionExplanation.Property {
  /// The outcome of an injection for a property that is nil.
  package enum Outcome: String { case filled, gaveNil, staysNil, unverified }

  package var outcome: Outcome {
    switch reason {
    case nil: .filled
    case .factoryGaveNil?: .gaveNil
    case .actorNotInjected?: .unverified
    case let reason?: reason == .unverified ? .unverified : .staysNil
    }
  }
}
