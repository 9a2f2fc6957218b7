import PropertyInjection

/// What a client sees whose types were built without what `Mirror` reads.
public struct Report: Equatable {
  /// The names that were filled.
  public var injected: [String] = []
  /// The names that stayed nil, with reasons.
  public var unfilled: [String] = []
  /// What the properties hold afterwards.
  public var values: [String] = []
  /// The kinds of the issues that were reported.
  public var issues: [String] = []
}

private class Base {
  var number: Int?
}

private final class Owner: Base, InjectionAware, Injectable {
  var text: String?
  var undeclared: Int?
  private var hidden: Int?
  var missing: Double?
  @Injected var marked: Int?
  private(set) var hooks = 0

  func didInjectDependencies() { hooks += 1 }

  var values: [String] {
    ["\(number ?? 0)", text ?? "nil", "\(hidden ?? 0)", "\(marked ?? 0)", "\(hooks)"]
  }

  static func declareProperties(in registry: inout Registry) {
    registry.declare("hidden", \Owner.hidden, from: "number")
  }
}

private struct Value {
  var number: Int?
}

private final class MarkedOnly {
  @Injected var number: Int?
}

/// Injects one object twice, a struct, and an object with nothing but a marked property.
public func injectEverything() -> Report {
  // One thread uses it.
  nonisolated(unsafe) var issues: [String] = []
  let injector = PropertyInjector { registry in
    registry.issueHandler = { issues.append($0.kind.name) }
    for name in ["number", "undeclared", "marked"] {
      registry.register(.named(name), instance: 7)
    }
    registry.register("text") { "made" }
    registry.declare("number", \Base.number)
    registry.declare("text", \Owner.text)
    registry.declare(Owner.self)
    registry.declare("missing", \Owner.missing)
    registry.declare("number", \Value.number)
  }
  var report = Report()
  let owner = Owner()
  let result = injector.injectDependencies(to: owner)
  injector.injectDependencies(to: owner)
  var value = Value()
  injector.injectDependencies(to: &value)
  let marked = MarkedOnly()
  injector.injectDependencies(to: marked)
  report.injected = result.injected
  report.unfilled = result.unfilled.map(\.description)
  report.values = owner.values + ["\(value.number ?? 0)", "\(marked.number ?? 0)"]
  report.issues = issues
  return report
}
