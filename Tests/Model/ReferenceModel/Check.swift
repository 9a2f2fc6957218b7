import PropertyInjection
import TestSupport

/// What the library did and the rules do not say.
package struct Difference: Hashable, Sendable, CustomStringConvertible {
  package let seed: UInt64
  /// The steps up to the one that shows the difference.
  package let steps: [Step]
  package let what: String
  package let expected: String
  package let found: String

  package var description: String {
    let lines = steps.flatMap { $0.description.split(separator: "\n") }
      .map { "  \($0)" }.joined(separator: "\n")
    return """
      seed \(seed): \(what)
        expected \(expected)
        found    \(found)
      after
      \(lines)
      again with: swift run -c release Fuzz --seed \(seed) --sequences 1
      """
  }
}

/// Runs a sequence with the library and the model side by side.
package struct Check {
  private let scenario: Scenario
  private let model: Model
  private let driver: Driver
  private var comparedIssues = 0
  private var foundReports: [Report] = []

  /// The difference that a seed's sequence shows, with the steps that it takes.
  package static func difference(seed: UInt64, coverage: inout Coverage) -> Difference? {
    let scenario = Scenario(seed: seed)
    guard let found = run(scenario, coverage: &coverage) else { return nil }
    var ignored = Coverage()
    return run(scenario.shrunk(), coverage: &ignored) ?? found
  }

  package static func run(
    _ scenario: Scenario, mutation: Mutation? = nil, coverage: inout Coverage
  ) -> Difference? {
    var check = Check(scenario, mutation)
    defer { coverage += check.model.coverage }
    return check.run()
  }

  private init(_ scenario: Scenario, _ mutation: Mutation?) {
    self.scenario = scenario
    model = Model(bindings: Self.bindingLimit, mutation: mutation)
    driver = Driver(bindings: Self.bindingLimit)
  }

  /// More than any sequence has registrations.
  static let bindingLimit = 200

  private mutating func run() -> Difference? {
    for (index, step) in scenario.steps.enumerated() {
      let others = driver.withinOthers
      let stepDifference =
        step.isWithinAnyOverride
        ? driver.withinAnother(step.injector) { compare(step) }
        : driver.within(step.injector) { compare(step) }
      if driver.withinOthers > others { model.coverage.count(.withinAnotherOverride) }
      model.endRequest()
      if model.isUndetermined {
        model.coverage.count(.undetermined)
        return nil
      }
      guard let difference = stepDifference ?? compareState() else { continue }
      return Difference(
        seed: scenario.seed, steps: Array(scenario.steps[...index]), what: difference.what,
        expected: difference.expected, found: difference.found)
    }
    return nil
  }

  private func compare(_ step: Step) -> Mismatch? {
    switch step {
    case .configure(let id, let source, let changes):
      driver.configure(id, from: source, changes)
      model.configure(id, from: source, changes)
    case .create(let id, let target):
      driver.create(id, target: target)
      model.objects.append((id, ModelObject(target: target)))
    case .set(let id, let slot, let token):
      guard let subject = driver.subject(id), let object = model.object(id) else { break }
      guard object.slots.indices.contains(slot) else { break }
      subject.write(slot, token.map { Palette.value($0) })
      object.write(token, at: slot)
    case .read(let id, let slot):
      guard let subject = driver.subject(id), let object = model.object(id) else { break }
      guard object.slots.indices.contains(slot) else { break }
      return mismatch("what is read", model.read(object, slot), subject.read(slot))
    case .inject(let injector, let id, let route):
      guard let pair = pair(injector, id) else { break }
      let forecast = Forecast(
        of: pair.subject, with: pair.library, isBySample: id.isMultiple(of: 2))
      let surprises = driver.calls.surprises
      let expected = model.inject(pair.object, with: pair.model)
      let found = pair.subject.inject(with: pair.library, route)
      return mismatch(expected, found)
        ?? mismatch(forecast, found, isSurprised: driver.calls.surprises > surprises)
    case .decide(let injector, let id, let decisions):
      guard let pair = pair(injector, id), pair.subject.isObject else { break }
      let expected = model.inject(pair.object, with: pair.model, deciding: decisions)
      let found = pair.subject.inject(with: pair.library) { decide($0.name ?? "", decisions) }
      return mismatch(expected, found)
    case .lookUp(let id, let key, let lookup):
      guard let library = driver.injector(id), let injector = model.injector(id) else { break }
      var expected: Token?
      if case .value(let token) = model.lookUp(key, in: injector) { expected = token }
      model.coverage.count(expected == nil ? .missedByLookUp : .foundByLookUp)
      return mismatch("what is found", expected, driver.lookUp(key, lookup, with: library))
    case .make(let id, let key, let arguments):
      guard let library = driver.injector(id), let injector = model.injector(id) else { break }
      var expected: Token?
      if case .value(let token) = model.lookUp(key, with: arguments, in: injector) {
        expected = token
      }
      return mismatch("what is made", expected, driver.make(key, arguments, with: library))
    case .collect(let id, let type, let isByKey):
      guard let library = driver.injector(id), let injector = model.injector(id) else { break }
      let expected = model.collect(type, in: injector)
      model.coverage.count(expected.isEmpty ? .missedByLookUp : .foundByLookUp)
      let found = driver.collect(type, byKey: isByKey, in: library)
      return mismatch("what is collected", expected, found)
    case .contains(let id, let key):
      guard let library = driver.injector(id), let injector = model.injector(id) else { break }
      let expected = model.contains(key, in: injector)
      return mismatch("what is bound", expected, driver.contains(key, in: library))
    case .reset(let id):
      driver.injector(id)?.reset()
      model.injector(id).map { model.reset($0) }
    case .makePlain(let injector, let id):
      guard let pair = pair(injector, id), pair.subject.isObject else { break }
      return compareRemoval(pair, by: injector)
    }
    return nil
  }

  private func compareRemoval(_ pair: Pair, by injector: Int) -> Mismatch? {
    let slots = pair.object.slots
    // Read first: whether an instance is there before a lazy property is read is not said.
    for slot in slots.indices where slots[slot].isLazy {
      let expected = model.read(pair.object, slot)
      model.endRequest()
      if let mismatch = mismatch("what is read", expected, pair.subject.read(slot)) {
        return mismatch
      }
    }
    model.remark(on: pair.object, in: pair.model)
    let atHand = pair.object.isAtHand
    var expected = pair.object.makePlain(
      but: model.declaredProperties(of: pair.object, in: pair.model))
    if !expected.isEmpty { model.coverage.count(.madePlain) }
    var found = driver.within(injector) { pair.subject.makePlain(with: pair.library) }
    for slot in slots.indices where atHand[slot] {
      expected.removeAll { $0 == slots[slot].label }
      found.removeAll { $0 == slots[slot].label }
    }
    return mismatch("properties that were made plain", expected, found)
  }

  private struct Pair {
    let library: PropertyInjector
    let model: ModelInjector
    let subject: any Subject
    let object: ModelObject
  }

  private func pair(_ injector: Int, _ object: Int) -> Pair? {
    guard let library = driver.injector(injector), let model = model.injector(injector),
      let subject = driver.subject(object), let object = self.model.object(object)
    else { return nil }
    return Pair(library: library, model: model, subject: subject, object: object)
  }

  private func decide(_ name: String, _ decisions: [Decision]) -> InjectionDecision {
    for decision in decisions {
      switch decision {
      case .skip(name): return .skip
      case .inject(name, let token): return .inject(Palette.value(token))
      default: continue
      }
    }
    return .asUsual
  }

  private func mismatch(_ expected: ModelResult, _ found: InjectionResult) -> Mismatch? {
    // What is not made because of a cycle of arguments is told as the cycle.
    let unfilled = found.unfilled.map { property in
      let reason = property.reason.map(Reason.init)
      let notMade = ModelResult.Unfilled(name: property.name, reason: .notMade)
      return reason == .cycle && expected.unfilled.contains(notMade)
        ? notMade : ModelResult.Unfilled(name: property.name, reason: reason)
    }
    return mismatch("injected properties", expected.injected, found.injected)
      ?? mismatch("unfilled properties", expected.unfilled, unfilled)
      ?? mismatch("whether it did inject", !expected.injected.isEmpty, found.didInject)
      ?? mismatch("whether it was refused", false, found.isRefused)
  }

  private func mismatch(
    _ forecast: Forecast, _ found: InjectionResult, isSurprised: Bool
  ) -> Mismatch? {
    forecast.contradiction(with: found, isSurprised: isSurprised, &model.coverage).map {
      Mismatch(what: "a forecast", expected: $0.expected, found: $0.found)
    }
  }

  private func mismatch<Value: Equatable>(
    _ what: @autoclosure () -> String, _ expected: Value, _ found: Value
  ) -> Mismatch? {
    if expected == found { return nil }
    return Mismatch(what: what(), expected: "\(expected)", found: "\(found)")
  }

  /// Compares everything that can be seen from outside.
  private mutating func compareState() -> Mismatch? {
    model.releaseWeakValues()
    for (id, object) in model.objects {
      guard let subject = driver.subject(id) else { continue }
      for slot in object.slots.indices where !object.slots[slot].isLazy {
        let found = subject.read(slot)
        if found != object.values[slot] {
          return mismatch("object \(id), property \(slot)", object.values[slot], found)
        }
      }
      if !subject.counts.isExplained(by: object.counts) {
        return mismatch("counts of object \(id)", object.counts, subject.counts)
      }
    }
    for object in driver.calls.living {
      guard let difference = compare(object) else { continue }
      return difference
    }
    if model.calls != driver.calls.counts {
      return Mismatch(
        what: "calls of factories", expected: describe(model.calls),
        found: describe(driver.calls.counts))
    }
    return compareIssues()
  }

  /// Compares what an initializer has made.
  private func compare(_ object: G) -> Mismatch? {
    guard let made = model.made.first(where: { $0.token.number == object.number }) else {
      return mismatch("what is made", "nothing", "\(object.number)")
    }
    let found = [
      object.argument, object.part.map(KindS.token), object.mate.map(KindP.token),
      object.twin.map(KindA.token),
    ]
    return mismatch("what \(made.token) holds", [made.argument] + made.object.values, found)
      ?? mismatch("hooks of \(made.token)", made.object.counts.hooks, object.hooks)
  }

  private func describe(_ calls: [Int]) -> String {
    let counts = calls.enumerated().filter { $0.element > 0 }
    return counts.map { "\($0.offset): \($0.element)" }.joined(separator: ", ")
  }

  private mutating func compareIssues() -> Mismatch? {
    let issues = driver.log.issues
    for index in comparedIssues..<issues.count where !issues[index].issue.kind.isHint {
      let (injector, issue) = issues[index]
      let report = Report(
        kind: Reason(issue.kind), name: issue.name,
        owner: issue.ownerType.flatMap(Catalog.type))
      if !(model.reports + model.possibleReports).contains(where: report.matches) {
        return Mismatch(
          what: "reports", expected: "\(model.reports)", found: "also \(report): \(issue)")
      }
      if issues[..<index].contains(where: { $0 == (injector, issue) }) {
        return Mismatch(
          what: "repeated report", expected: "one", found: "again \(report): \(issue)")
      }
      foundReports.append(report)
    }
    comparedIssues = driver.log.issues.count
    guard let missing = model.reports.first(where: { !foundReports.contains(where: $0.matches) })
    else { return nil }
    return Mismatch(what: "missing report", expected: "\(missing)", found: "\(foundReports)")
  }
}

/// Where the library and the model do not agree.
private struct Mismatch {
  let what: String
  let expected: String
  let found: String
}

extension Counts {
  /// Whether these are the counts that are expected.
  ///
  /// A key path that writes may read before that.
  fileprivate func isExplained(by expected: Counts) -> Bool {
    var plain = self
    let most = expected.reads + 2 * expected.writes + expected.readsToDecide
    if (expected.reads...most).contains(reads) {
      plain.reads = expected.reads
      plain.readsToDecide = expected.readsToDecide
    }
    return plain == expected
  }
}

extension InjectionIssue.Kind {
  /// Whether the rules do not say when this is reported: it points at what may be missing.
  fileprivate var isHint: Bool { self == .nothingDeclared || self == .undeclaredProperty }
}
