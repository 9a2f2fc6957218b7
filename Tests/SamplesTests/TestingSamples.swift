import Dispatch
import Foundation
import PropertyInjection
import PropertyInjectionChecking
import PropertyInjectionTesting
import Testing
import Tracker

#if canImport(XCTest)
  import XCTest
#endif

// The samples of tests that are not those of the tracker, to the letter.

private final class FakeStore: TicketStore {
  func load() -> [Ticket] { [] }
  func save(_ tickets: [Ticket]) {}
}

extension URL {
  fileprivate static var tickets: URL { URL(fileURLWithPath: "/nowhere/tickets.json") }
}

#if canImport(XCTest)
  private enum Before {
    enum Services {
      nonisolated(unsafe) static var store: any TicketStore = FileTicketStore(url: .tickets)
    }

    final class SwappingTests: XCTestCase {
      override func setUp() { Services.store = FakeStore() }
      override func tearDown() { Services.store = FileTicketStore(url: .tickets) }
    }
  }
#endif

private final class TicketList {
  @Injected var store: (any TicketStore)?

  var tickets: [Ticket] { (try? store?.load()) ?? [] }
}

@Suite(.injecting { $0.register(instance: FakeStore() as any TicketStore) })
struct OverridingTests {
  @Test func theListStartsEmpty() {
    let list = TicketList()
    PropertyInjector.injectDependencies(to: list)
    #expect(list.tickets.isEmpty)
  }
}

@Suite struct WiringSamples {
  @MainActor @Test func theWiringIsTheKnownOne() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("wiring.txt")
    let graph = PropertyInjector(appModule).graph()
    // To write it, at first and after a change: try "\(graph)".write(to: file, atomically: true, encoding: .utf8)
    try graph.requireSame(as: String(contentsOf: file, encoding: .utf8))
  }
}

private struct CountingStore: TicketStore {
  let store: any TicketStore
  init(_ store: any TicketStore) { self.store = store }
  func load() throws -> [Ticket] { try store.load() }
  func save(_ tickets: [Ticket]) throws { try store.save(tickets) }
}

@Suite(.injecting { $0.register(instance: FakeStore() as any TicketStore) })
struct DecoratingSamples {
  @Test(.injecting { $0.decorate { _, store in CountingStore(store) as any TicketStore } })
  func theFakeOfTheSuiteIsWrapped() {
    let list = TicketList()
    PropertyInjector.injectDependencies(to: list)
    #expect(list.store is CountingStore && list.tickets.isEmpty)
    let injector = PropertyInjector.shared
    #expect(injector.instance(of: (any TicketStore).self) is CountingStore)
    #expect(injector.instance(of: FakeStore.self) != nil)
  }
}

@Suite(.injecting { $0.register(instance: FakeStore() as any TicketStore) })
struct QueueSamples {
  @Test func aQueueSeesTheFakesThroughAnInjectorOfTheTest() async {
    let tickets = await withCheckedContinuation { continuation in
      let injector = PropertyInjector.shared.overriding { _ in }
      DispatchQueue.global().async {
        continuation.resume(returning: injector.injected(TicketList()).tickets)
      }
    }
    #expect(tickets.isEmpty)
  }
}

/// What the page says of the fake that goes before a binding.
@Suite struct FakesByKeySamples {
  static let named = InjectionModule("Named") { registry in
    registry.register("store", instance: FileTicketStore(url: .tickets) as any TicketStore)
  }
  static let unnamed = InjectionModule("Unnamed") { registry in
    registry.register(instance: FileTicketStore(url: .tickets) as any TicketStore)
  }

  private var store: (any TicketStore)? { PropertyInjector.shared.injected(TicketList()).store }

  @Test(.injecting(unnamed) { $0.register(instance: FakeStore() as any TicketStore) })
  func aFakeReplacesTheBindingOfItsKey() {
    #expect(store is FakeStore)
  }

  @Test(.injecting(unnamed) { $0.register("store", instance: FakeStore()) })
  func aFakeWithTheNameOfAPropertyGoesBeforeItsType() {
    #expect(store is FakeStore)
  }

  @Test(.injecting(named) { $0.register("store", instance: FakeStore()) })
  func aBindingWithANameNeedsAFakeWithIt() {
    #expect(store is FakeStore)
    let injector = PropertyInjector(Self.named) {
      $0.register(instance: FakeStore() as any TicketStore)
    }
    #expect(injector.injected(TicketList()).store is FileTicketStore)
  }

  @Test(.injecting(named) { $0.usePlaceholders() })
  func aPlaceholderWithANameGoesBeforeAFakeWithout() {
    withKnownIssue {
      let filled = PropertyInjector.shared.withOverrides {
        $0.register(instance: FakeStore() as any TicketStore)
      } operation: {
        store
      }
      #expect(filled == nil)
    } matching: { issue in
      (issue.error as? InjectionIssue)?.kind == .placeholder
    }
  }
}

@Suite struct TestingSamples {
  @Test func reconfiguring() async {
    await #expect(processExitsWith: .success) {
      PropertyInjector.reconfigure { $0.install(previewModule) }
      precondition(PropertyInjector.shared.instance(for: "title") == "preview")
    }
  }
}

private let previewModule = InjectionModule("Preview") { registry in
  registry.register("title", instance: "preview")
}
