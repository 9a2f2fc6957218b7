import Foundation
import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// What is stored for values of different types, and what is read of what does not fit.
@Suite struct SettingValuesTests {
  struct Theme: Codable, Equatable {
    var name: String
    var colors: [String: UInt64]
    var parent: [Theme] = []
  }
  enum Mode: String, Codable { case light, dark }
  struct Stubborn: Codable, Equatable {
    var refuses = true
    struct Refusal: Error {}
    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  /// A value whose coding meets an error of Foundation.
  struct Unlucky: Codable, Equatable {
    init() {}
    init(from decoder: any Decoder) throws { throw NSError(domain: "decoding", code: 1) }
    func encode(to encoder: any Encoder) throws { throw NSError(domain: "encoding", code: 2) }
  }

  let suite = TestSuite()

  @Test func anErrorOfFoundationInCodingIsReported() async {
    await #expect(processExitsWith: .success) {
      let log = IssueLog()
      let store = MemoryStore()
      let encoder = PropertyListEncoder()
      encoder.outputFormat = .binary
      store.setObject(try encoder.encode([1]), forKey: "value")
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.useSettings(in: store) { $0.name }
      }
      let owner = OneValue<Unlucky>()
      injector.injectDependencies(to: owner)
      for _ in 0..<2 {
        #expect(owner.value == nil)
        owner.value = Unlucky()
      }
      #expect(log.kinds == [.unreadableSetting, .unwrittenSetting])
      #expect(log.texts[0].contains("NSError decoding 1"))
      #expect(log.texts[1].contains("EncodingError.invalidValue"))
    }
  }

  /// Writes a value through one object and reads it through another; what is stored is given, too.
  private func roundTrip<Value: Codable & Equatable>(_ value: Value) -> (Value?, Any?) {
    expectRoundTripInMemory(value)
    let (injector, log) = suite.injector()
    let writer = OneValue<Value>()
    injector.injectDependencies(to: writer)
    writer.value = value
    suite.defaults.synchronize()
    let reader = OneValue<Value>()
    injector.injectDependencies(to: reader)
    let read = reader.value
    #expect(log.issues.isEmpty, "\(log.issues)")
    return (read, suite.defaults.object(forKey: "value"))
  }

  /// The same in a store that gives what Foundation reads from a property list.
  private func expectRoundTripInMemory<Value: Codable & Equatable>(_ value: Value) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: MemoryStore())
    }
    let owner = OneValue<Value>()
    injector.injectDependencies(to: owner)
    owner.value = value
    #expect(owner.value == value)
    #expect(log.issues.isEmpty, "\(log.issues)")
  }

  @Test func whatAFloatingPointTypeCannotHoldIsReported() {
    final class Owner {
      @Setting("huge") var float: Float?
      @Setting("exact") var double: Double?
    }
    suite.defaults.set(1e300, forKey: "huge")
    suite.defaults.set((1 << 53) + 1, forKey: "exact")
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(owner.float == nil && owner.double == nil)
    #expect(log.kinds == [.unreadableSetting, .unreadableSetting])
  }

  @Test func plainValuesAreStoredAsSuch() {
    func expectPlain<Value: Codable & Equatable>(_ value: Value, _ isPlain: (Any) -> Bool) {
      let (read, stored) = roundTrip(value)
      #expect(read == value)
      #expect(stored.map(isPlain) == true, "\(Value.self) is stored as \(stored ?? "nil")")
    }
    expectPlain("text") { $0 is String }
    expectPlain("") { $0 is String }
    expectPlain(true) { $0 as? Bool == true }
    expectPlain(false) { $0 as? Bool == false }
    expectPlain(42) { $0 is NSNumber }
    expectPlain(0) { $0 is NSNumber }
    expectPlain(1) { $0 is NSNumber }
    expectPlain(0.0) { $0 is NSNumber }
    expectPlain(1.0) { $0 is NSNumber }
    expectPlain(Int8(1)) { $0 is NSNumber }
    expectPlain(Float(1)) { $0 is NSNumber }
    expectPlain([0, 1]) { $0 is [Any] }
    expectPlain([true, false]) { $0 is [Any] }
    expectPlain(Int.max) { $0 is NSNumber }
    expectPlain(Int64.min) { $0 is NSNumber }
    expectPlain(Int8(-5)) { $0 is NSNumber }
    expectPlain(UInt32.max) { $0 is NSNumber }
    expectPlain(0.1) { $0 is NSNumber }
    expectPlain(3.0) { $0 is NSNumber }
    expectPlain(Double.infinity) { $0 is NSNumber }
    expectPlain(Float(1.1)) { $0 is NSNumber }
    expectPlain(Data([1, 2])) { $0 is Data }
    expectPlain(Date(timeIntervalSince1970: 1000)) { $0 is Date }
    expectPlain(["a", "b"]) { $0 is [Any] }
    expectPlain([Int]()) { $0 is [Any] }
    expectPlain([1, 2]) { $0 is [Any] }
    expectPlain([[true], [false, true]]) { $0 is [Any] }
    expectPlain(["a": 1.5, "b": 2]) { $0 is [String: Any] }
    expectPlain(["a": [Data([1])]]) { $0 is [String: Any] }
  }

  @Test func otherValuesAreArchived() {
    func expectArchived<Value: Codable & Equatable>(_ value: Value) {
      let (read, stored) = roundTrip(value)
      #expect(read == value)
      #expect(stored is Data, "\(Value.self) is stored as \(stored ?? "nil")")
    }
    expectArchived(Theme(name: "x", colors: ["a": .max], parent: [Theme(name: "y", colors: [:])]))
    expectArchived(Mode.dark)
    expectArchived(UInt64.max)
    expectArchived([Mode.dark, .light])
    expectArchived([1: "a"])
    expectArchived(Set([1, 2]))
    expectArchived(URL(string: "https://example.com/a?b")!)
    expectArchived(UUID())
    expectArchived([1, nil, 3] as [Int?])
    expectArchived(Optional<Int>.some(3))
  }

  @Test func aStoredValueOfAnotherTypeIsReportedAndStays() throws {
    final class Owner {
      @Setting("text") var number: Int? = 7
      @Setting("number") var text: String?
      @Setting("flag") var count: Int?
      @Setting("one") var isOn: Bool?
      @Setting("real") var whole: Int?
      @Setting("big") var small: Int8?
      @Setting("list") var numbers: [Int]?
      @Setting("map") var map: [String: Int]?
      @Setting("data") var theme: Theme?
      @Setting("plain") var archived: Mode?
    }
    let stored: [String: Any] = [
      "text": "three", "number": 3, "flag": true, "one": 1, "real": 1.5, "big": 1000,
      "list": [1, "two"], "map": ["a": "b"], "data": Data([1, 2, 3]), "plain": "dark",
    ]
    for (key, object) in stored { suite.defaults.set(object, forKey: key) }
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(log.issues.isEmpty)
    #expect(owner.number == 7 && owner.text == nil && owner.count == nil && owner.isOn == nil)
    #expect(owner.whole == nil && owner.small == nil && owner.numbers == nil && owner.map == nil)
    #expect(owner.theme == nil && owner.archived == nil)
    #expect(owner.number == 7)
    #expect(log.kinds == Array(repeating: .unreadableSetting, count: 10))
    let first = try #require(log.issues.first)
    #expect(first.foundType == String.self && first.valueType == Int.self)
    #expect(first.lookedUpName == "text" && first.name == "number")
    #expect(log.issues.first { $0.name == "theme" }?.underlyingError is DecodingError)
    #expect(suite.defaults.string(forKey: "text") == "three")
    #expect(suite.defaults.data(forKey: "data") == Data([1, 2, 3]))
    owner.number = 8
    owner.theme = Theme(name: "new", colors: [:])
    #expect(owner.number == 8 && owner.theme?.name == "new")
    owner.text = nil
    #expect(suite.defaults.object(forKey: "number") == nil)
    #expect(log.issues.count == 10)
  }

  @Test func anIntegerIsReadAsAFloatingPointNumber() {
    final class Owner {
      @Setting("whole") var real: Double?
      @Setting("whole") var float: Float?
    }
    suite.defaults.set(3, forKey: "whole")
    let (injector, _) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner)
    #expect(owner.real == 3 && owner.float == 3)
  }

  @Test func aValueThatCannotBeEncodedIsReportedAndTheOldOneStays() throws {
    final class Owner { @Setting("value") var value: Stubborn? }
    suite.defaults.set("before", forKey: "value")
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner)
    owner.value = Stubborn()
    #expect(log.kinds == [.unwrittenSetting])
    // Some versions of Foundation pass the error on, some put it into one of theirs.
    let error = try #require(log.issues.first?.underlyingError)
    #expect(error is Stubborn.Refusal || error is EncodingError, "\(error)")
    #expect(suite.defaults.string(forKey: "value") == "before")
    owner.value = nil
    #expect(suite.defaults.object(forKey: "value") == nil)
  }

  @Test func aSettingThatWritesThroughSynchronizesAndOthersDoNot() {
    final class Owner {
      @Setting(writesThrough: true) var safe: Int?
      @Setting var usual: Int?
    }
    let store = RecordingStore()
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: store, key: \.name)
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    owner.usual = 1
    owner.safe = 2
    _ = owner.safe
    owner.safe = nil
    #expect(
      store.calls == [
        "set usual", "set safe", "synchronize", "get safe", "remove safe", "synchronize",
      ])
    #expect(log.issues.isEmpty)
    store.fails = true
    owner.safe = 3
    #expect(log.kinds == [.unwrittenSetting])
  }
}

/// A store of one's own.
private final class RecordingStore: SettingsStore, @unchecked Sendable {
  // Unchecked: used by one test, on one thread.
  var calls: [String] = []
  var fails = false

  func object(forKey key: String) -> Any? {
    calls.append("get \(key)")
    return nil
  }
  func setObject(_ object: Any, forKey key: String) { calls.append("set \(key)") }
  func removeObject(forKey key: String) { calls.append("remove \(key)") }
  func synchronize() -> Bool {
    calls.append("synchronize")
    return !fails
  }
}

private final class OneValue<Value: Codable> { @Setting("value") var value: Value? }
