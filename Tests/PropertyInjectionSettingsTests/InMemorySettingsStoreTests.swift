import Foundation
import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// Settings in memory.
@Suite struct InMemorySettingsStoreTests {
  @Test func settingsLiveInTheStore() {
    let injector = PropertyInjector {
      $0.useSettings(in: InMemorySettingsStore(["radio.volume": 0.5])) { "radio.\($0.name)" }
    }
    let radio = Radio()
    injector.injectDependencies(to: radio)
    #expect(radio.volume == 0.5 && radio.stations == nil)
    radio.stations = ["one", "two"]
    let other = Radio()
    injector.injectDependencies(to: other)
    #expect(other.stations == ["one", "two"])
  }

  @Test func manyThreadsUseItAtOnce() {
    let store = InMemorySettingsStore()
    let counts = Threads.run(8) { thread in
      for number in 0..<200 {
        store.setObject(number, forKey: "\(number % 10)")
        store.setObject(thread, forKey: "own \(thread)")
        if number % 10 == 7 { store.removeObject(forKey: "7") }
      }
      return store.object(forKey: "own \(thread)") as? Int == thread && store.keys.count <= 18
    }
    #expect(counts == Array(repeating: true, count: 8))
  }

  @Test func itReturnsCopiesOfPropertyListObjects() {
    let store = InMemorySettingsStore(["number": 1, "no list": Radio()])
    let list = NSMutableArray(array: ["one"])
    store.setObject(list, forKey: "list")
    list.add("two")
    #expect(store.object(forKey: "list") as? [String] == ["one"])
    #expect(store.object(forKey: "number") as? Int == 1)
    store.setObject(Date(timeIntervalSince1970: 1), forKey: "number")
    #expect(store.object(forKey: "number") as? Date == Date(timeIntervalSince1970: 1))
    #expect(store.keys == ["list", "number"])
    store.removeObject(forKey: "number")
    #expect(store.object(forKey: "number") == nil && store.synchronize())
  }

  private final class Radio {
    @Setting var volume: Double?
    @Setting var stations: [String]?
  }
}
