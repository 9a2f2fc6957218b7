/// The outcome of one injection for each property: it was filled, it was set before, or it stayed nil, and why.
///
/// ```swift
/// let result = injector.injectDependencies(to: player)
/// print(result.didInject, result.injected, result.unfilled)
/// ```
///
/// The names and reasons are built only when they are read. A result retains neither the object nor
/// its values; it has the error that a factory has thrown. Only a property that stayed nil for a reason of its own, and
/// a type with more than 64 injectable properties, make it allocate memory.
public struct InjectionResult: Error, @unchecked Sendable {
  // Unchecked: everything it reads is immutable.

  // Keeps the plan alive. Nil for the shared injector, which is never freed: that saves a retain.
  private let owner: AnyObject?
  private let plan: Unmanaged<InjectionPlan>?
  private let outcomes: PropertyOutcomes

  init(
    owner: AnyObject?, plan: Unmanaged<InjectionPlan>? = nil,
    outcomes: PropertyOutcomes = PropertyOutcomes()
  ) {
    self.owner = owner
    self.plan = plan
    self.outcomes = outcomes
  }

  /// The result of a call that found nothing to inject.
  static let empty = InjectionResult(owner: nil)

  /// The result of a call that was refused: it has read none of the properties.
  init(refusing names: [String], for kind: InjectionIssue.Kind) {
    self.init(owner: Refusal(names, kind))
  }

  /// The properties of an object that was not touched, and why.
  private final class Refusal {
    let properties: [Property]
    let kind: InjectionIssue.Kind

    init(_ names: [String], _ kind: InjectionIssue.Kind) {
      properties = names.map { Property(name: $0, outcome: .stayedNil(kind)) }
      self.kind = kind
    }
  }

  /// Whether at least one property was filled.
  public var didInject: Bool { outcomes.didFill }

  /// Whether the call was refused, and has filled nothing: the object belongs to an actor that it did not
  /// run on, or the shared injector is not configured yet.
  public var isRefused: Bool { plan == nil && owner != nil }

  /// Why the call was refused; nil if it was not.
  var refusal: InjectionIssue.Kind? { plan == nil ? (owner as? Refusal)?.kind : nil }

  /// Why an object that the injector has made is of no use: the call was refused, or a required property stayed nil.
  var flaw: InjectionIssue.Kind? {
    plan?._withUnsafeGuaranteedRef { plan in
      plan.requiredLack(after: outcomes).flatMap { index in
        plan.lack(index, in: outcomes).map {
          .incomplete(without: plan.step(at: index).property, because: $0)
        }
      }
    } ?? refusal
  }

  /// The reason why the call could fill no property at all; nil if it could.
  private var obstacle: InjectionIssue.Kind? {
    refusal
      ?? (plan?._withUnsafeGuaranteedRef { $0.isUndeclared } == true ? .nothingDeclared : nil)
  }

  /// Throws if a property stayed nil that should not have, if a list lacks a value, or if there was no property to fill.
  ///
  /// ```swift
  /// try injector.injectDependencies(to: player).requireComplete()
  /// ```
  ///
  /// For code that would rather stop than go on with nil. A property may stay nil if it is declared with
  /// `optional: true`, if its key is bound to nil, or if the call has skipped it. A call that could fill nothing
  /// throws as well: it was refused, or no property of the type is declared or marked, nor the type itself, as
  /// for a collection; a variable that holds nil has nothing to fill. Thrown is the first error of a factory or
  /// an initializer because of which a property stayed nil, so that it reaches the code that knows it; else the result. Printed,
  /// that names each property and the reason; the report has the details.
  public func requireComplete() throws {
    if !isComplete { throw thrown ?? self }
  }

  /// The first error of a factory or an initializer because of which a property stayed nil that should not have.
  fileprivate var thrown: (any Error)? {
    map { $0.lack($1, in: outcomes)?.thrown?.error }.compactMap(\.self).first
  }

  /// Whether no property stayed nil that should not have, and there was one to fill.
  fileprivate var isComplete: Bool {
    obstacle == nil
      && (outcomes.isClean
        || !map { $0.lack($1, in: outcomes) != nil || lacksElement($1, of: $0) }.contains(true))
  }

  /// Whether a property got a list without a value that cannot be made, or without any.
  private func lacksElement(_ index: Int, of plan: InjectionPlan) -> Bool {
    outcomes[index].outcome == .filledInPart && !plan.step(at: index).property.isOptional
  }

  /// A value for each property of the plan, in order.
  private func map<Value>(_ transform: (InjectionPlan, _ index: Int) -> Value) -> [Value] {
    plan?._withUnsafeGuaranteedRef { plan in (0..<plan.count).map { transform(plan, $0) } } ?? []
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
    return map { plan, index in
      let step = plan.step(at: index)
      let outcome = outcomes[index].outcome
      let reason = plan.reason(index, in: outcomes)
      return Property(
        name: step.property.name,
        outcome: reason.map { .stayedNil($0) }
          ?? (outcome.isFilled
            ? .filled(
              from: outcome == .decided ? nil : step.binding.map(RegistryEntry.init(binding:)))
            : .alreadySet),
        isOptional: step.property.isOptional,
        isByType: outcome == .filled && step.binding != nil && step.point.isByType)
    }
  }
}

extension InjectionResult: CustomStringConvertible {
  /// Both lists in one line, and a line for each property that should not have stayed nil, with the reason, or that is a list
  /// without a value.
  ///
  /// ```text
  /// unfilled: date (unknownName); injected: clock
  /// Board.date stayed nil: nothing is registered under "date".
  /// ```
  ///
  /// If there was nothing to fill, the reason: `injected: none (nothingDeclared)`.
  public var description: String {
    let headlines = map { plan, index in
      let property = plan.step(at: index).property
      if lacksElement(index, of: plan) {
        return "\n\(property.fullName) is a list that lacks a value; the report says why."
      }
      return plan.lack(index, in: outcomes)
        .map { "\n" + InjectionIssue($0, property: property).words.headline } ?? ""
    }
    return debugDescription + headlines.joined()
  }
}

extension InjectionResult: CustomDebugStringConvertible {
  /// Both lists in one line.
  ///
  /// A program ends with it whose `main` throws the result: what happened is reported by then.
  public var debugDescription: String {
    let inPart = Set(
      map { lacksElement($1, of: $0) ? $0.step(at: $1).property.name : nil }.compactMap(\.self))
    let injected = self.injected.map { inPart.contains($0) ? "\($0) (in part)" : $0 }
      .joined(separator: ", ")
    let unfilled = self.unfilled.map(\.description).joined(separator: ", ")
    if unfilled.isEmpty, let obstacle { return "injected: none (\(obstacle.name))" }
    return (unfilled.isEmpty ? "" : "unfilled: \(unfilled); ")
      + "injected: \(injected.isEmpty ? "none" : injected)"
  }
}

extension InjectionResult {
  /// A property, and what an injection has done with it.
  public struct Property: Hashable, Sendable, CustomStringConvertible {
    /// The outcome of an injection for a property.
    public enum Outcome: Hashable, Sendable {
      /// It was nil, and got the value of this binding, a setting that of its store; nil if a decision has filled it.
      case filled(from: RegistryEntry?)
      /// It was set before, and was left alone.
      case alreadySet
      /// It is nil, and why.
      case stayedNil(InjectionIssue.Kind)
    }

    /// The property's name.
    public let name: String
    /// The outcome of the injection for the property.
    public let outcome: Outcome
    /// Whether it may stay nil.
    var isOptional = false
    /// Whether its type alone has led to the value.
    var isByType = false

    /// Why the property stayed nil; nil if it has a value.
    public var reason: InjectionIssue.Kind? {
      if case .stayedNil(let reason) = outcome { reason } else { nil }
    }

    /// The name, and the reason why it stayed nil, `date (unknownName)`, `radio (unknownName, optional)`; or that it got
    /// the value of its type alone, `clock (by its type)`.
    public var description: String {
      if let reason { return "\(name) (\(reason.name)\(isOptional ? ", optional" : ""))" }
      return isByType ? "\(name) (by its type)" : name
    }
  }
}

/// The outcome of injecting each element of a collection: which of them lack something, and what.
///
/// ```swift
/// let results = injector.injectDependencies(toEach: &rows)
/// for (position, result) in results.incomplete { print(position, result.unfilled) }
/// ```
///
/// Of an element that is complete nothing is kept.
public struct InjectionResults: Error, Sendable {
  /// The elements that lack something, by their positions counted from 0, with the result of each: it has a property that
  /// stayed nil and should not have, or nothing to fill.
  public private(set) var incomplete: [(position: Int, result: InjectionResult)] = []
  private var count = 0

  /// Throws if an element lacks something, as ``InjectionResult/requireComplete()`` does: an error of a factory, else the results.
  public func requireComplete() throws {
    if !incomplete.isEmpty { throw incomplete.lazy.compactMap(\.result.thrown).first ?? self }
  }

  mutating func add(_ result: InjectionResult) {
    if !result.isComplete { incomplete.append((count, result)) }
    count += 1
  }
}

extension InjectionResults: CustomStringConvertible {
  /// How many elements are incomplete, and the first of them, each in a line.
  public var description: String {
    "\(incomplete.count) of \(count) incomplete"
      + incomplete.prefix(3).map { "\n[\($0.position)] \($0.result.debugDescription)" }.joined()
  }
}

/// The outcome of an injection for each property.
struct PropertyOutcomes: Sendable {
  // A bit for each of the first 64 properties: what bits do not tell, which allocates, is apart.
  private var filled: UInt64 = 0
  /// Those that stayed nil for the reason of their step.
  private var stayedNil: UInt64 = 0
  private var others: [(index: Int, outcome: PropertyOutcome, reason: InjectionIssue.Kind?)] = []

  /// Whether each property was filled or left alone.
  @inline(__always)
  var isClean: Bool { stayedNil == 0 && others.isEmpty }

  /// Whether a property was filled, or will be.
  var didFill: Bool { hasFilled || others.contains { $0.outcome == .pending } }

  /// Whether a property was filled.
  var hasFilled: Bool { filled != 0 || others.contains(where: \.outcome.isFilled) }

  /// The outcome for a property, and why it stayed nil, if that is not the reason of its step.
  subscript(index: Int) -> (outcome: PropertyOutcome, reason: InjectionIssue.Kind?) {
    if let other = others.first(where: { $0.index == index }) {
      return (other.outcome, other.reason)
    }
    let bit: UInt64 = index < 64 ? 1 << UInt64(index) : 0
    return (filled & bit != 0 ? .filled : stayedNil & bit != 0 ? .isNil : .alreadySet, nil)
  }

  /// Notes that a property was filled.
  @inline(__always)
  mutating func setFilled(_ index: Int) {
    if index < 64 { filled |= 1 << UInt64(index) } else { set(index, .filled) }
  }

  /// Notes the outcome of a property, once for each that was not set before.
  @inline(never)
  mutating func set(
    _ index: Int, _ outcome: PropertyOutcome, because reason: InjectionIssue.Kind? = nil
  ) {
    let bit: UInt64 = index < 64 ? 1 << UInt64(index) : 0
    switch outcome {
    case .filled where bit != 0: filled |= bit
    case .isNil where bit != 0 && reason == nil: stayedNil |= bit
    default: others.append((index, outcome, reason))
    }
  }
}
