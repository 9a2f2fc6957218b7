/// What one injection call did: which properties it filled, and which stayed nil and why.
///
/// ```swift
/// let result = injector.injectDependencies(to: player)
/// print(result.didInject, result.injected, result.unfilled)
/// ```
///
/// The names and reasons are built only when they are read. A result retains neither the object nor
/// its values. Only the result of a type with more than 64 injectable properties allocates memory.
public struct InjectionResult: Error, @unchecked Sendable {
  // Unchecked: everything it reads is immutable.

  // Keeps the plan alive. Nil for the shared injector, which is never freed: that saves a retain.
  private let owner: AnyObject?
  private let plan: Unmanaged<InjectionPlan>?
  private let outcomes: PropertyOutcomes

  init(owner: AnyObject?, plan: Unmanaged<InjectionPlan>, outcomes: PropertyOutcomes) {
    self.owner = owner
    self.plan = plan
    self.outcomes = outcomes
  }

  /// The same result, which also retains a plan that is not cached.
  func keeping(_ plan: InjectionPlan) -> InjectionResult {
    self.plan == nil
      ? self : InjectionResult(owner: plan, plan: .passUnretained(plan), outcomes: outcomes)
  }

  /// The result of a call that found nothing to inject.
  static let empty = InjectionResult(owner: nil)

  /// The result of a call that was refused: it has read none of the properties.
  init(refusing names: [String], for reason: InjectionIssue.Kind) {
    self.init(owner: RefusedProperties(names, reason))
  }

  private init(owner: AnyObject?) {
    self.owner = owner
    plan = nil
    outcomes = PropertyOutcomes()
  }

  /// The properties of an object that was not touched.
  private final class RefusedProperties {
    let names: [String]
    let reason: InjectionIssue.Kind

    init(_ names: [String], _ reason: InjectionIssue.Kind) {
      self.names = names
      self.reason = reason
    }
  }

  /// Whether at least one property was filled.
  public var didInject: Bool { outcomes.didFill }

  /// Whether the call was refused, because the object belongs to an actor that it did not run on.
  public var isRefused: Bool { plan == nil && owner != nil }

  /// Throws the result if a property stayed nil that should not have.
  ///
  /// ```swift
  /// try injector.injectDependencies(to: player).requireComplete()
  /// ```
  ///
  /// For code that would rather stop than go on with nil. A property may stay nil if it is declared with
  /// `optional: true`, if its key is bound to nothing, or if the call has skipped it. Printed, the error
  /// names each property and the reason; the report has the details.
  public func requireComplete() throws(InjectionResult) {
    if let plan {
      let isComplete = plan._withUnsafeGuaranteedRef { plan in
        (0..<plan.count).allSatisfy { index in
          let step = plan.step(at: index)
          switch step.reason(for: outcomes[index]) {
          case nil, .boundToNothing, .skipped: return true
          default: return step.property.isOptional
          }
        }
      }
      if !isComplete { throw self }
    } else if isRefused {
      throw self
    }
  }

  /// The names of the properties that were filled, in that order.
  public var injected: [String] {
    properties.filter { $0.outcome == .filled }.map(\.name)
  }

  /// The declared and marked properties that stayed nil, in order.
  ///
  /// Properties that were set before the call are not among them, unless the call was refused: then
  /// none was read, and all are listed.
  public var unfilled: [UnfilledProperty] {
    if let refused = owner as? RefusedProperties {
      return refused.names.map { UnfilledProperty(name: $0, reason: refused.reason) }
    }
    return properties.compactMap { property in
      property.reason.map { UnfilledProperty(name: property.name, reason: $0) }
    }
  }

  private var properties:
    [(name: String, outcome: PropertyOutcomes.Outcome, reason: InjectionIssue.Kind?)]
  {
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
    /// Why it stayed nil, in the words of issues.
    ///
    /// It is the kind of the issue that was reported, with two exceptions:
    /// ``InjectionIssue/Kind/cycle`` also stands for nesting that is too deep, and
    /// ``InjectionIssue/Kind/notMade`` for each cause why a value could not be made, such as a
    /// missing argument or a scope that is asked outside its time.
    ///
    /// Three reasons are no mistakes and are not reported: ``InjectionIssue/Kind/factoryGaveNil``,
    /// ``InjectionIssue/Kind/boundToNothing`` and ``InjectionIssue/Kind/skipped``.
    public let reason: InjectionIssue.Kind

    /// The name and the reason: `date (unknownName)`.
    public var description: String { "\(name) (\(reason.name))" }
  }
}
