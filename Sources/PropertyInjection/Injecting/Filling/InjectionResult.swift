/// The outcome of one injection for each property: it was filled, it was set before, or it stayed nil, and why.
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
  init(refusing names: [String], for kind: InjectionIssue.Kind) {
    self.init(owner: Refusal(names, kind))
  }

  private init(owner: AnyObject?) {
    self.owner = owner
    plan = nil
    outcomes = PropertyOutcomes()
  }

  /// The properties of an object that was not touched, and why.
  private final class Refusal {
    let properties: [Property]
    let kind: InjectionIssue.Kind

    init(_ names: [String], _ kind: InjectionIssue.Kind) {
      properties = names.map { Property(name: $0, outcome: .stayedNil(.issue(kind))) }
      self.kind = kind
    }
  }

  /// Whether at least one property was filled.
  public var didInject: Bool { outcomes.didFill }

  /// Whether the call was refused, and has filled nothing: the object belongs to an actor that it did not
  /// run on, or the shared injector is not configured yet.
  public var isRefused: Bool { plan == nil && owner != nil }

  /// The reason why the call could fill no property at all; nil if it could.
  private var refusal: InjectionIssue.Kind? {
    if let refusal = owner as? Refusal { return refusal.kind }
    return plan?._withUnsafeGuaranteedRef { $0.isUndeclared } == true ? .nothingDeclared : nil
  }

  /// Throws the result if a property stayed nil that should not have, or if there was none to fill.
  ///
  /// ```swift
  /// try injector.injectDependencies(to: player).requireComplete()
  /// ```
  ///
  /// For code that would rather stop than go on with nil. A property may stay nil if it is declared with
  /// `optional: true`, if its key is bound to nil, or if the call has skipped it. A call that could fill nothing
  /// throws as well: it was refused, or no property of the type is declared or marked, nor the type itself, as
  /// for a collection; a variable that holds nil has nothing to fill. Printed, the error names each property and
  /// the reason; the report has the details.
  public func requireComplete() throws(InjectionResult) {
    if refusal != nil || !isComplete { throw self }
  }

  private var isComplete: Bool {
    guard let plan else { return true }
    return plan._withUnsafeGuaranteedRef { plan in
      (0..<plan.count).allSatisfy { index in
        let step = plan.step(at: index)
        switch step.reason(for: outcomes[index]) {
        case nil, .boundToNil, .skipped: return true
        default: return step.property.isOptional
        }
      }
    }
  }

  /// The names of the properties that were filled, in that order.
  public var injected: [String] {
    properties.filter { if case .filled = $0.outcome { true } else { false } }.map(\.name)
  }

  /// The declared and marked properties that stayed nil, in order.
  ///
  /// Properties that were set before the call are not among them, unless the call was refused: then
  /// none was read, and all are listed.
  public var unfilled: [Property] { properties.filter { $0.reason != nil } }

  /// Every declared and marked property, in order, and what the call did with it.
  public var properties: [Property] {
    if let refusal = owner as? Refusal { return refusal.properties }
    guard let plan else { return [] }
    return plan._withUnsafeGuaranteedRef { plan in
      (0..<plan.count).map { index in
        let step = plan.step(at: index)
        return Property(name: step.property.name, outcome: outcome(of: step, outcomes[index]))
      }
    }
  }

  private func outcome(
    of step: InjectionStep, _ outcome: PropertyOutcomes.Outcome
  ) -> Property.Outcome {
    if let reason = step.reason(for: outcome) { return .stayedNil(reason) }
    return switch outcome {
    case .filled: .filled(from: step.binding.map(RegistryEntry.init(binding:)))
    case .decided: .filled(from: nil)
    default: .alreadySet
    }
  }
}

extension InjectionResult: CustomStringConvertible {
  /// Both lists in one line: `injected: clock; unfilled: date (unknownName)`.
  ///
  /// If there was nothing to fill, the reason: `injected: none (nothingDeclared)`.
  public var description: String {
    let injected = self.injected.joined(separator: ", ")
    let unfilled = self.unfilled.map(\.description).joined(separator: ", ")
    if unfilled.isEmpty, let refusal { return "injected: none (\(refusal))" }
    return "injected: \(injected.isEmpty ? "none" : injected)"
      + (unfilled.isEmpty ? "" : "; unfilled: \(unfilled)")
  }
}

extension InjectionResult {
  /// A property, and what an injection has done with it.
  public struct Property: Hashable, Sendable, CustomStringConvertible {
    /// The outcome of an injection for a property.
    public enum Outcome: Hashable, Sendable {
      /// It was nil, and got the value of this binding; nil if a setting or a decision has filled it.
      case filled(from: RegistryEntry?)
      /// It was set before, and was left alone.
      case alreadySet
      /// It is nil, and why.
      case stayedNil(UnfilledReason)
    }

    /// The property's name.
    public let name: String
    /// The outcome of the injection for the property.
    public let outcome: Outcome

    /// Why the property stayed nil; nil if it has a value.
    public var reason: UnfilledReason? {
      if case .stayedNil(let reason) = outcome { reason } else { nil }
    }

    /// The name, and the reason why it stayed nil: `date (unknownName)`.
    public var description: String { name + (reason.map { " (\($0))" } ?? "") }
  }
}

extension Failure {
  /// The outcome for a property whose binding was asked.
  var outcome: PropertyOutcomes.Outcome {
    switch kind {
    case .productDoesNotFit: .productDoesNotFit
    case .bindingOnAnotherActor: .bindingOnAnotherActor
    case .cycle, .tooDeep: .cycle
    case .wrongActor: .wrongActor
    default: .notMade
    }
  }
}

/// The outcome of an injection for each property, in four bits each.
struct PropertyOutcomes: Sendable {
  enum Outcome: UInt8 {
    /// The property was set before, or not read.
    case untouched
    /// The property got the value of a binding or of its own wrapper.
    case filled
    /// The property got the value of the call's closure.
    case decided
    /// The property of a product of the injector is filled later.
    case pending
    /// The plan has no value for the property.
    case unmatched
    case factoryGaveNil
    case productDoesNotFit
    case valueGone
    case cycle
    case bindingOnAnotherActor
    case wrongActor
    case notMade
    case noAccessors
    case skipped
  }

  // Both read the codes of the three cases, 1 to 3.

  /// Whether a property was filled, or will be.
  var didFill: Bool {
    (ones | twos) & ~(fours | eights) != 0
      || rest?.contains { $0 == .filled || $0 == .decided || $0 == .pending } == true
  }

  /// Whether a property was filled.
  var hasFilled: Bool {
    (ones ^ twos) & ~(fours | eights) != 0
      || rest?.contains { $0 == .filled || $0 == .decided } == true
  }

  // Bit planes for the first 64 properties; few types have more, and those use an array.
  private var ones: UInt64 = 0
  private var twos: UInt64 = 0
  private var fours: UInt64 = 0
  private var eights: UInt64 = 0
  private var rest: [Outcome]?

  subscript(index: Int) -> Outcome {
    guard index < 64 else {
      guard let rest, index - 64 < rest.count else { return .untouched }
      return rest[index - 64]
    }
    let shift = UInt64(index)
    let bits =
      (ones >> shift & 1) | (twos >> shift & 1) << 1 | (fours >> shift & 1) << 2
      | (eights >> shift & 1) << 3
    return Outcome(rawValue: UInt8(truncatingIfNeeded: bits)) ?? .untouched
  }

  /// Notes the outcome of a property, once for each that is not untouched.
  @inline(__always)
  mutating func set(_ index: Int, _ outcome: Outcome) {
    if outcome == .filled, index < 64 {
      ones |= 1 << UInt64(index)
    } else {
      setRare(index, outcome)
    }
  }

  @inline(never)
  private mutating func setRare(_ index: Int, _ outcome: Outcome) {
    guard index < 64 else {
      var longer = rest ?? []
      rest = nil  // so that the array is changed in place
      while longer.count <= index - 64 { longer.append(.untouched) }
      longer[index - 64] = outcome
      rest = longer
      return
    }
    let bits = UInt64(outcome.rawValue)
    ones |= (bits & 1) << UInt64(index)
    twos |= (bits >> 1 & 1) << UInt64(index)
    fours |= (bits >> 2 & 1) << UInt64(index)
    eights |= (bits >> 3 & 1) << UInt64(index)
  }
}
