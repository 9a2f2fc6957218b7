import PropertyInjection
import TestSupport

/// The rules, written down once more, as naively as possible.
///
/// Not modelled:
/// - arrays for which nothing is registered: its collections are of another type;
/// - actors and isolation, threads, the shared injector, the texts of reports and their places;
/// - getters and setters as bindings, settings, static properties, deep key paths, `lazy var`,
///   `T!`, associated storage, setters that replace what they are called on;
/// - providers, custom and eager scopes, `Constructible`, more than one argument, arguments of
///   factories, arguments that lead back to what an initializer makes;
/// - for what a factory makes a value; the way to an issue; the order of hooks;
/// - hooks and observers that inject again, factories that inject; nesting deeper than a few levels;
/// - optionals inside `Any`; plain properties that are declared under a marked property's name;
/// - modules that take others back.
///
/// Where the rules can be read in two ways, or the library does not do what they say, the model does
/// as the library does, so that sequences go on:
/// - by type alone, what fits exactly goes before what fits otherwise, and only equals are ambiguous;
///   of those, what is bound to the type alone goes first; a factory that only may fit never counts;
/// - what is declared to make `P & Q` only may fit `P`, and a class that is no superclass of what
///   `A & P` asks for may fit that;
/// - what a name is bound to whatever the type fits like a factory whose product only may fit;
/// - `Optional` is seen through: an `Int` fits `Int??`, and an `Int?` fits `Int?`;
/// - a lazy property that reads nil, or was set to nil, is injected again.
///
/// What the rules leave open is not compared: hints at what may be undeclared, why an initializer
/// made nothing, which key the report of a look-up names, how often a getter is read after a write
/// and where a call decides, whether an instance is in a lazy property before that is read, what
/// is reported of a module that is taken back. Where one is taken back and another was installed
/// twice, in it and elsewhere, the library lets that stay in its first place; where a scope was set for
/// a key that it had removed, which injector makes the value. The sequence ends there.
final class Model {
  var injectors: [(id: Int, injector: ModelInjector)] = []
  var objects: [(id: Int, object: ModelObject)] = []
  /// How often each binding's factory was called.
  var calls: [Int]
  var reports: [Report] = []
  /// What may have been reported, or not.
  var possibleReports: [Report] = []
  /// The values that the call has collected, which hold what is kept weakly.
  var collected: [Token] = []
  /// How many bindings have been registered.
  var registrations = 0
  /// What initializers have made.
  var made: [Made] = []
  var coverage = Coverage()
  /// What is being made, innermost last; a binding that was given a scope anew is another one.
  var makings: [Making] = []
  /// The properties that have waited for what could not be made.
  var lateAgain: [LateProperty] = []
  /// The hooks of what could be made beside it.
  var hooksAgain: [(maker: Making, call: () -> Void)] = []
  /// Why there was no value: the place of the outermost making without which there might be one.
  var dependsOn: Int?
  /// Whether the next question is for something that an initializer makes.
  var isInjectorAsking = false
  /// Whether that is for a property, not for an argument.
  var isPropertyAsking = false
  /// The place of the making that a property of a product waits for, if the product is not handed out without it.
  var awaited: Int?
  /// Whether the value that was given last is kept or registered.
  var hasGivenKept = false
  /// The makings of kept values since the program has asked; those that lack nothing are among them.
  var unfinished: [Making] = []
  /// The objects of which a property is being filled.
  var injecting: [ModelObject] = []
  /// The aliases that are being followed.
  var following: [ModelBinding] = []
  /// The number of the program's present request.
  var request = 0
  /// Whether something was done of which the rules do not say what comes of it.
  var isUndetermined = false
  /// Whether a value that is kept weakly was made again, because nothing held it any more.
  var hasMadeWeakValueAgain = false
  /// Whether an initializer's argument led back to it, which has not been reported yet.
  var hasUnreportedCycle = false
  let mutation: Mutation?
  private var mayReportOnly = false

  init(bindings: Int, mutation: Mutation?) {
    calls = Array(repeating: 0, count: bindings)
    self.mutation = mutation
  }

  func injector(_ id: Int) -> ModelInjector? { injectors.first { $0.id == id }?.injector }

  func object(_ id: Int) -> ModelObject? { objects.first { $0.id == id }?.object }

  func configure(_ id: Int, from source: Parent?, _ changes: [Change]) {
    var registry = ModelRegistry()
    if let source {
      guard let injector = injector(source.injector) else { return }
      registry = injector.registry
      registry.derive()
      registry.hasTakenBack = false
      coverage.count(source.isOverride ? .override : .derived)
      if source.isOverride, mutation != .overridesShareWhatIsKept { registry.keepApart(self) }
    }
    let reported = reports.count
    registry.apply(changes, self)
    if registry.hasTakenBack {
      // What is taken back at once may have been reported, or not.
      possibleReports += reports[reported...]
      reports.removeSubrange(reported...)
    }
    injectors.append((id, ModelInjector(registry)))
  }

  /// Lets go of what is cached.
  func reset(_ injector: ModelInjector) {
    coverage.count(.reset)
    for binding in injector.registry.all where binding.keep.scope == .cached {
      binding.keep.token = nil
    }
  }

  /// Lets go of what is kept for the time of an injection or a look-up.
  func endRequest() {
    request += 1
    for (_, injector) in injectors {
      for binding in injector.registry.all where binding.keep.scope == .graph {
        if binding.keep.token != nil { coverage.count(.keptForRequest) }
        binding.keep.token = nil
      }
    }
  }

  /// Whether something holds a value strongly.
  ///
  /// What hold each other hold each other for good.
  func isHeld(_ token: Token, by others: [Token] = []) -> Bool {
    others.contains(token) || collected.contains(token)
      || objects.contains { $0.object.holds(token) }
      || makings.contains { $0.product == token }
      || injectors.contains { $0.injector.registry.holds(token) }
      || made.contains { $0.object.holds(token) && isHeld($0.token, by: others + [token]) }
  }

  /// Empties the weak properties whose values nothing else holds.
  func releaseWeakValues() {
    for (_, object) in objects {
      for slot in object.slots.indices where object.slots[slot].behaviour == .weak {
        if let token = object.values[slot], !isHeld(token) { object.values[slot] = nil }
      }
    }
  }

  func report(_ kind: Reason, name: String? = nil, owner: TargetType? = nil) {
    report(Report(kind: kind, name: name, owner: owner))
  }

  func report(_ report: Report) {
    if hasUnreportedCycle && report.kind == .notMade {
      // Of an initializer whose argument leads back to it, the one or the other is reported.
      hasUnreportedCycle = false
      possibleReports += [report, Report(kind: .cycle, name: report.name)]
    } else if mayReportOnly {
      possibleReports.append(report)
    } else if !reports.contains(report) {
      reports.append(report)
    }
  }

  /// Does something whose reports may be made, or not.
  func reportingAtWill(_ body: (Model) -> Void) {
    let outer = mayReportOnly
    mayReportOnly = true
    body(self)
    mayReportOnly = outer
  }
}

/// An issue as far as the rules say what is in it.
struct Report: Hashable, CustomStringConvertible {
  var kind: Reason
  var name: String?
  var owner: TargetType?

  init(kind: Reason, name: String? = nil, owner: TargetType? = nil) {
    self.kind = kind
    self.name = name
    self.owner = owner
  }

  /// Whether it may be that one.
  ///
  /// Which key the report of a look-up names is not said, nor whose
  /// property one of what was not made.
  func matches(_ other: Report) -> Bool {
    let isUnowned = owner == nil && other.owner == nil
    return self == other || kind == other.kind && (isUnowned || kind == .notMade)
  }

  var description: String {
    "\(kind)" + (name.map { " \"\($0)\"" } ?? "") + (owner.map { " of \($0)" } ?? "")
  }
}

/// A target and what its properties hold.
final class ModelObject {
  let type: TargetType
  /// The entries of its type and its superclasses in the catalog.
  let chain: [Int]
  let slots: [SlotShape]
  var values: [Token?]
  /// What a lazy property asks for when it is read.
  var pending: [Pending?]
  /// Whether a property is a lazy one whose value is made when it is read, or was.
  var isLazilyBound: [Bool]
  /// Whether a lazy property was given an instance: that need not wait, but may.
  var isAtHand: [Bool]
  var counts = Counts()

  init(target: Int) {
    type = Catalog.entries[target].type
    chain = Catalog.chains[target]
    slots = type.shape.slots
    values = Array(repeating: nil, count: slots.count)
    pending = Array(repeating: nil, count: slots.count)
    isLazilyBound = Array(repeating: false, count: slots.count)
    isAtHand = isLazilyBound
  }

  func holds(_ token: Token) -> Bool {
    slots.indices.contains { values[$0] == token && slots[$0].behaviour != .weak }
  }

  func isSet(_ slot: Int) -> Bool { values[slot] != nil || pending[slot] != nil }

  /// Makes plain properties of those that are lazy, and returns their names.
  /// - Parameter declared: The declared properties, which keep what another injector has put before them.
  func makePlain(but declared: [Int]) -> [String] {
    slots.indices.filter { isLazilyBound[$0] && !declared.contains($0) }.map { slot in
      isLazilyBound[slot] = false
      pending[slot] = nil
      return slots[slot].label
    }
  }

  /// Stores a value; only observers count that.
  func write(_ value: Token?, at slot: Int) {
    values[slot] = value
    pending[slot] = nil
    isLazilyBound[slot] = false
    isAtHand[slot] = false
    if slots[slot].behaviour == .observed { counts.observations += 1 }
  }

  /// Writes a property as an injection does, with its setter.
  func fill(_ slot: Int, with value: Token) {
    write(value, at: slot)
    if slots[slot].behaviour == .computed { counts.writes += 1 }
  }
}

/// What an initializer has made.
struct Made {
  let token: Token
  let argument: Token?
  let object: ModelObject
}

/// What a lazy property asks for when it is read.
struct Pending {
  let binding: ModelBinding
  let key: Key
  let injector: ModelInjector
}

/// What has become of a property, or of a look-up.
enum Outcome: Equatable {
  case value(Token)
  case none(Reason)
}
