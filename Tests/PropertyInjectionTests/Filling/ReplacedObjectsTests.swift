import PropertyInjection
import TestSupport
import Testing

/// A setter that puts another object into the variable, in types with few properties and with many.
@Suite struct ReplacedObjectsTests {
  private let log = IssueLog()

  /// Declares so many properties that are set, and then those that a test is about.
  private func makeInjector(
    _ count: Int, _ declare: (inout Registry) -> Void
  ) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("swap", instance: 1)
      for index in 0..<count {
        registry.register(.named("value\(index)"), instance: index)
        registry.declare(.named("value\(index)"), \Row.values[index])
      }
      declare(&registry)
    }
  }

  @Test(arguments: [0, 3, 62, 63, 64, 65, 100])
  func nothingCountsAsInjectedAndNoHookRuns(_ count: Int) {
    let injector = makeInjector(count) { $0.declare("swap", \Row.swap) }
    for _ in 0..<2 {
      let row = Row(set: count)
      let result = injector.injectDependencies(to: row)
      #expect(result.injected == [] && !result.didInject)
      #expect(result.unfilled.map(\.description) == ["swap (valueGone)"])
      #expect(row.hooks == 0 && row.seen == nil && row.values.compactMap(\.self).count == count)
      let decided = injector.injectDependencies(to: row) { property in
        property.name == "swap" ? .inject(2) : .asUsual
      }
      #expect(!decided.didInject && row.hooks == 0 && row.seen == nil)
    }
    #expect(log.kinds == [.valueGone])
  }

  @Test(arguments: [1, 64, 65, 100])
  func ofAnyNumberOfPropertiesEachIsListedThatStaysNil(_ count: Int) {
    let injector = PropertyInjector(reportingTo: log) { registry in
      for index in 0..<count {
        registry.declare(.named("value\(index)"), \Row.values[index])
      }
    }
    let row = Row(set: 0)
    row.values = Array(repeating: nil, count: count)
    let result = injector.injectDependencies(to: row)
    #expect(result.unfilled.map(\.name) == (0..<count).map { "value\($0)" })
    #expect(log.kinds == Array(repeating: .unknownName, count: count))
  }

  @Test(arguments: [0, 61, 62, 63, 64, 100])
  func whatElseIsFilledCountsAndTheHookRuns(_ count: Int) {
    for isTextFirst in [false, true] {
      let injector = makeInjector(count) { registry in
        registry.register("text", instance: "filled")
        if isTextFirst { registry.declare("text", \Row.text) }
        registry.declare("swap", \Row.swap)
        if !isTextFirst { registry.declare("text", \Row.text) }
      }
      let row = Row(set: count)
      let result = injector.injectDependencies(to: row)
      #expect(result.injected == ["text"])
      #expect(result.unfilled.map(\.description) == ["swap (valueGone)"])
      #expect(row.hooks == 1 && row.text == "filled" && row.seen == nil)
    }
  }

  @Test(arguments: [0, 62, 63, 64, 100])
  func whatIsFilledLaterCountsAndTheHookRuns(_ count: Int) throws {
    let injector = makeInjector(count) { registry in
      registry.declare("partner", \Row.partner, from: .byType)
      registry.declare("swap", \Row.swap)
      registry.register(.type(Row.self), in: .singleton, .initializer { Row(set: count) })
      registry.register(.type(Partner.self), in: .singleton, .initializer(Partner.init(row:)))
    }
    let partner = try #require(injector.instance(of: Partner.self))
    #expect(partner.row.partner === partner && partner.row.hooks == 1)
    #expect(log.kinds == [.valueGone])
    partner.row.partner = nil
  }

  private final class Partner: Sendable {
    let row: Row
    init(row: Row) { self.row = row }
  }

  private final class Row: Replacing, InjectionAware, @unchecked Sendable {
    // Unchecked: filled once, before anybody else sees it.
    var values: [Int?]
    var seen: Int?
    var text: String?
    var partner: Partner?
    var hooks = 0

    init(set count: Int) { values = (0..<count).map { $0 } }

    convenience init() { self.init(set: 0) }

    func didInjectDependencies() { hooks += 1 }
  }
}

private protocol Replacing {
  init()
  var seen: Int? { get set }
}

extension Replacing {
  /// Replaces the object itself, as a mutating setter may.
  fileprivate var swap: Int? {
    get { seen }
    set {
      self = Self()
      seen = newValue
    }
  }
}
