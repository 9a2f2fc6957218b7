/// What one injection call did: which properties it filled, and which stayed nil and why.
///
/// ```swift
/// let result = injector.injectDependencies(to: player)
/// print(result.didInject, result.injected, result.unfilled)
/// ```
///
/// The result of a call that found nothing to say costs nothing; names and reasons are put together
/// when they are asked for. It keeps neither the object nor its values. Only a type with more than 64
/// injectable properties allocates memory for its result.
public struct InjectionResult: @unchecked Sendable {
  // Unchecked: everything it reads is immutable.

  // Keeps the plan alive. Nil for the shared injector, which is never freed, to save the counting.
  private let owner: AnyObject?
  private let plan: Unmanaged<InjectionPlan>?
  private let outcomes: PropertyOutcomes

  init(owner: AnyObject?, plan: Unmanaged<InjectionPlan>, outcomes: PropertyOutcomes) {
    self.owner = owner
    self.plan = plan
    self.outcomes = outcomes
  }

  /// The same result, of a plan that nothing else keeps.
  func keeping(_ plan: InjectionPlan) -> InjectionResult {
    self.plan == nil
      ? self : InjectionResult(owner: plan, plan: .passUnretained(plan), outcomes: outcomes)
  }

  /// The result of a call that found nothing to inject.
  static let empty = InjectionResult(owner: nil)

  /// The result of a call that was refused: it has looked at none of the properties.
  init(refusing names: [String]) {
    self.init(owner: RefusedProperties(names))
  }

  private init(owner: AnyObject?) {
    self.owner = owner
    plan = nil
    outcomes = PropertyOutcomes()
  }

  /// The properties of an object that was not touched.
  private final class RefusedProperties {
    let names: [String]
    init(_ names: [String]) { self.names = names }
  }

  /// Whether at least one property was filled.
  public var didInject: Bool { outcomes.didFill }

  /// Whether the call was refused, because the object belongs to an actor that it did not run on.
  public var isRefused: Bool { plan == nil && owner != nil }

  /// The names of the properties that were filled, in that order.
  public var injected: [String] {
    properties.filter { $0.outcome == .filled }.map(\.name)
  }

  /// The declared and marked properties that stayed nil, in order.
  ///
  /// Those that were set before the call are not among them, except when the call was refused: then
  /// none was looked at, and all are listed.
  public var unfilled: [UnfilledProperty] {
    if let refused = owner as? RefusedProperties {
      return refused.names.map { UnfilledProperty(name: $0, reason: .isolation) }
    }
    return properties.compactMap { property in
      property.reason.map { UnfilledProperty(name: property.name, reason: $0) }
    }
  }

  private var properties: [(name: String, outcome: PropertyOutcomes.Outcome, reason: Reason?)] {
    guard let plan else { return [] }
    return plan._withUnsafeGuaranteedRef { plan in
      (0..<plan.count).map { index in
        let step = plan.step(at: index)
        return (step.property.name, outcomes[index], step.reason(for: outcomes[index]))
      }
    }
  }
}

extension InjectionResult: CustomStringConvertible {
  /// Both lists in one line: `injected: clock; unfilled: date (unknownName)`.
  public var description: String {
    let injected = self.injected.joined(separator: ", ")
    let unfilled = self.unfilled.map(\.description).joined(separator: ", ")
    return "injected: \(injected.isEmpty ? "none" : injected)"
      + (unfilled.isEmpty ? "" : "; unfilled: \(unfilled)")
  }
}

extension InjectionResult {
  /// A property that stayed nil.
  public struct UnfilledProperty: Hashable, Sendable, CustomStringConvertible {
    /// The property's name.
    public let name: String
    /// Why it stayed nil.
    public let reason: Reason

    /// The name and the reason: `date (unknownName)`.
    public var description: String { "\(name) (\(reason.rawValue))" }
  }

  /// Why a property stayed nil.
  ///
  /// Its raw value is its name. More reasons may come; keep a `default`.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Reason: String, Sendable {
    /// Nothing is registered under the name.
    case unknownName
    /// What is registered under the name does not fit the type.
    case noFittingType
    /// By type alone: nothing that is registered fits.
    case unknownType
    /// By type alone: several bindings fit.
    case ambiguousType
    /// The property is a `lazy var`.
    case lazyProperty
    /// The factory returned nil.
    ///
    /// This is no issue.
    case factoryGaveNil
    /// The factory's product, or what was decided on, is not of the property's type.
    case productDoesNotFit
    /// The value was stored, and the property reads nil all the same.
    case valueGone
    /// The factory led back to itself, or factories are nested too deep.
    case cycle
    /// The object or the binding belongs to an actor that the injection did not run on.
    case isolation
    /// The key is bound to nothing.
    ///
    /// This is no issue.
    case boundToNothing
    /// The key leads to another that has no value of the type.
    case deadEnd
    /// The value could not be made: an argument was missing, or its initializer or factory failed.
    case notMade
    /// The binding gives a getter or a setter, which only marked properties take.
    case accessorWithoutMark
    /// The property is a setting, and there is no store for it.
    case noSettingsStore
    /// The injection was told to leave it out.
    ///
    /// This is no issue.
    case skipped
  }
}
