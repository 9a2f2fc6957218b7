import Foundation
import PropertyInjection
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

@Suite(.injecting { $0.register("store", instance: FakeStore()) })
struct OverridingTests {
  @Test func theListStartsEmpty() {
    let list = TicketList()
    PropertyInjector.injectDependencies(to: list)
    #expect(list.tickets.isEmpty)
  }
}

extension InjectionKey where Value == any TicketStore {
  static var store: Self { "store" }
}

private struct CountingStore: TicketStore {
  let store: any TicketStore
  init(_ store: any TicketStore) { self.store = store }
  func load() throws -> [Ticket] { try store.load() }
  func save(_ tickets: [Ticket]) throws { try store.save(tickets) }
}

@Suite(.injecting { $0.register("store", instance: FakeStore()) })
struct DecoratingSamples {
  @Test(.injecting { $0.decorate(.store) { _, store in CountingStore(store) } })
  func theFakeOfTheSuiteIsWrapped() {
    let list = TicketList()
    PropertyInjector.injectDependencies(to: list)
    #expect(list.store is CountingStore && list.tickets.isEmpty)
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
