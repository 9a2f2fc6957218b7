import PropertyInjection
import TestSupport
import Testing

/// What was found out about a type holds for good in the process, however many types come after it.
///
/// Of a property in which marks differ from object to object, the first object of the type decides: so it
/// shows whether that one is remembered.
@Suite struct RememberedTypesTests {
  /// A type for each two arguments, and each test.
  private final class Owner<Test, One, Other> {
    @Injected var number: Int?
    init(asksFor name: String) { _number = Injected(InjectionKey<Int>.named(name)) }
  }

  private struct Next<Type> {}

  /// Injects an object of each of so many types squared that asks for a name, and returns what they got.
  private static func inject<Test>(
    _ count: Int, _ injector: PropertyInjector, asksFor name: String, in test: Test.Type
  ) -> [Int?] {
    var numbers: [Int?] = []
    func visit<One, Other>(_ one: One.Type, _ other: Other.Type, _ left: Int, isRow: Bool) {
      let owner = Owner<Test, One, Other>(asksFor: name)
      injector.injectDependencies(to: owner)
      numbers.append(owner.number)
      guard left > 1 else { return }
      visit(one, Next<Other>.self, left - 1, isRow: false)
      if isRow { visit(Next<One>.self, other, left - 1, isRow: true) }
    }
    visit(Int.self, Int.self, count, isRow: true)
    return numbers
  }

  private func makeInjector(_ count: Int) -> PropertyInjector {
    PropertyInjector { registry in
      for index in 0..<count { registry.register(.named("\(index)"), instance: index) }
    }
  }

  @Test func theFirstOfManyIsKnownAfterTheLast() {
    enum Here {}
    let injector = makeInjector(2)
    let first = Self.inject(16, injector, asksFor: "0", in: Here.self)
    #expect(first.count == 136 && first.allSatisfy { $0 == 0 })
    #expect(Self.inject(16, injector, asksFor: "1", in: Here.self) == first)
    // Another injector need not find it out.
    #expect(Self.inject(16, makeInjector(2), asksFor: "1", in: Here.self) == first)
  }

  @Test func whicheverThreadWasFirstHasDecidedForAll() {
    func run<Test>(_ test: Test.Type) {
      let injector = makeInjector(5)
      let seen = Threads.run(4) { Self.inject(16, injector, asksFor: "\($0)", in: Test.self) }
      #expect(seen[0].count == 136 && !seen[0].contains(nil))
      #expect(seen.allSatisfy { $0 == seen[0] })
      let later = Threads.run(4) { _ in Self.inject(16, injector, asksFor: "4", in: Test.self) }
      #expect(later.allSatisfy { $0 == seen[0] })
    }
    run(Next<Int>.self)
    run(Next<Next<Int>>.self)
    run(Next<Next<Next<Int>>>.self)
  }

  @Test func whatWasFoundOrMissedForAKeyIsFoundOrMissedAgain() {
    let log = IssueLog()
    let count = Effort.rounds(500, sampled: 100)
    let injector = PropertyInjector(reportingTo: log) { registry in
      for index in 0..<count { registry.register(.named("\(index)"), instance: index) }
    }
    for _ in 0..<2 {
      let seen = Threads.run(4) { _ in
        (0..<count * 2).map { injector.instance(for: .named("\($0)", Int.self)) }
      }
      let expected = (0..<count * 2).map { $0 < count ? $0 : nil }
      #expect(seen.allSatisfy { $0 == expected })
    }
    #expect(log.issues.count == count && Set(log.kinds) == [.unknownName])
  }
}
