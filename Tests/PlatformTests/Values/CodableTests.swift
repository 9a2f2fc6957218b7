import Foundation
import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// Types that are decoded and injected: a marked property is left out of the coding keys, unless the decoder gives back the
/// mark that the type was made with.
@Suite struct CodableTests {
  final class Player: Codable, InjectionAware {
    var name: String
    var level: Int?
    @Injected var center: NotificationCenter?
    @Injected(lazy: true) var title: String?
    @Setting("volume") var volume: Double? = 0.5
    var hooks = 0

    private enum CodingKeys: String, CodingKey { case name, level }

    init(name: String) { self.name = name }
    func didInjectDependencies() { hooks += 1 }
  }

  struct Record: Codable, Equatable {
    var name: String
    var level: Int?
    @Injected var title: String?
    @Injected("title", lazy: true) var late: String?

    private enum CodingKeys: CodingKey { case name, level }

    static func == (one: Record, other: Record) -> Bool {
      one.name == other.name && one.level == other.level
    }
  }

  /// Injects itself while it is decoded.
  final class SelfMade: Decodable {
    static let injector = CodingUserInfoKey(rawValue: "injector")
    let name: String
    @Injected var title: String?
    @Injected var center: NotificationCenter?

    private enum CodingKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      let injector = Self.injector.flatMap { decoder.userInfo[$0] } as? PropertyInjector
      injector?.injectDependencies(to: self)
    }
  }

  /// The same as a struct.
  struct SelfMadeRecord: Decodable {
    let name: String
    @Injected var title: String?

    private enum CodingKeys: CodingKey { case name }

    init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
      let injector = SelfMade.injector.flatMap { decoder.userInfo[$0] } as? PropertyInjector
      injector?.injectDependencies(to: &self)
    }
  }

  private static func injector(reportingTo log: IssueLog) -> PropertyInjector {
    PropertyInjector(reportingTo: log) { registry in
      registry.register("center", in: .singleton) { NotificationCenter() }
      registry.register("title") { "title" }
      registry.register("level", instance: 9)
      registry.useSettings(in: PlainStore())
      registry.declare("level", \Player.level)
      registry.declare("level", \Record.level)
    }
  }

  @Test func aDecodedObjectIsInjectedAndEncodedWithoutItsMarks() throws {
    let log = IssueLog()
    let injector = Self.injector(reportingTo: log)
    let player = try JSONDecoder().decode(Player.self, from: Data(#"{"name": "Ada"}"#.utf8))
    #expect(player.center == nil && player.title == nil && player.volume == 0.5)
    #expect(
      injector.injectDependencies(to: player).injected == ["level", "center", "title", "volume"])
    #expect(player.center != nil && player.title == "title" && player.hooks == 1)
    player.volume = 0.25
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(player), as: UTF8.self)
    #expect(text == #"{"level":9,"name":"Ada"}"#)
    let again = try JSONDecoder().decode(Player.self, from: Data(text.utf8))
    let result = injector.injectDependencies(to: again)
    #expect(result.injected == ["center", "title", "volume"] && again.volume == 0.25)
    #expect(again.center === player.center && log.issues.isEmpty, "\(log.texts)")
  }

  @Test func aDecodedStructIsInjectedInPlace() throws {
    let log = IssueLog()
    let injector = Self.injector(reportingTo: log)
    let data = try PropertyListEncoder().encode([Record(name: "Ada", level: 1), Record(name: "Bo")])
    var records = try PropertyListDecoder().decode([Record].self, from: data)
    for index in records.indices { injector.injectDependencies(to: &records[index]) }
    #expect(records.map(\.level) == [1, 9])
    #expect(
      records.map(\.title) == ["title", "title"] && records.map(\.late) == records.map(\.title))
    let copies = try PropertyListDecoder().decode(
      [Record].self, from: try PropertyListEncoder().encode(records))
    #expect(copies == records && copies.allSatisfy { $0.title == nil && $0.late == nil })
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test func anObjectInjectsItselfWhileItIsDecoded() throws {
    let log = IssueLog()
    let decoder = JSONDecoder()
    let key = try #require(SelfMade.injector)
    decoder.userInfo[key] = Self.injector(reportingTo: log)
    let all = try decoder.decode(
      [SelfMade].self, from: Data(#"[{"name": "Ada"}, {"name": "Bo"}]"#.utf8))
    #expect(all.map(\.name) == ["Ada", "Bo"] && all.allSatisfy { $0.title == "title" })
    let record = try decoder.decode(SelfMadeRecord.self, from: Data(#"{"name": "Ada"}"#.utf8))
    #expect(record.name == "Ada" && record.title == "title")
    #expect(all[0].center != nil && all[0].center === all[1].center && log.issues.isEmpty)
  }

  @Test func whatAFactoryDecodesIsInjected() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.register("title", instance: "title")
      registry.declare("level", \Record.level, optional: true)
      registry.register("record") {
        try JSONDecoder().decode(Record.self, from: Data(#"{"name": "Ada"}"#.utf8))
      }
      registry.register("broken") {
        try JSONDecoder().decode(Record.self, from: Data(#"{"level": 1}"#.utf8))
      }
      registry.register("codable", instance: Record(name: "Bo") as any Codable & Sendable)
    }
    let record = injector.instance(for: .named("record", Record.self))
    #expect(record?.name == "Ada" && record?.title == "title" && record?.late == "title")
    #expect(injector.instance(for: .named("broken", Record.self)) == nil)
    let codable = injector.instance(for: .named("codable", (any Encodable & Decodable).self))
    #expect((codable as? Record)?.name == "Bo")
    #expect(log.kinds == [.threw])
    let error = log.issues.first?.underlyingError as? DecodingError
    guard case .keyNotFound(let key, _) = error else {
      Issue.record("the error is \(String(describing: error))")
      return
    }
    #expect(key.stringValue == "name")
  }

  @Test func aSubclassIsDecodedAndInjected() throws {
    class Base: Codable {
      var name = ""
      @Injected var title: String?
      private enum CodingKeys: CodingKey { case name }
    }
    final class Derived: Base {
      @Injected("title") var other: String?
    }
    let injector = Self.injector(reportingTo: IssueLog())
    let derived = try JSONDecoder().decode(Derived.self, from: Data(#"{"name": "Ada"}"#.utf8))
    #expect(injector.injectDependencies(to: derived).injected == ["title", "other"])
    #expect(derived.name == "Ada" && derived.other == "title")
  }

  struct Command: Decodable {
    var path = ""
    @Injected("title") var text: String?
    @Required(lazy: true) var center: NotificationCenter
    @Injected(optional: true) var absent: Int?
  }

  @Test func marksThatADecoderGivesBackAskForTheirKeys() throws {
    let log = IssueLog()
    let marks = Mirror(reflecting: Command()).children.map { ($0.label ?? "", $0.value) }
    var values = Dictionary(
      uniqueKeysWithValues: marks.map { (String($0.trimmingPrefix("_")), $1) })
    values["path"] = "parsed"
    var command = try Command(from: KnownValues(values))
    let result = Self.injector(reportingTo: log).injectDependencies(to: &command)
    #expect(command.path == "parsed" && command.text == "title" && command.absent == nil)
    #expect(result.injected == ["text", "center"] && log.issues.isEmpty)
    withExtendedLifetime(command.center) {}
  }

  @Test func dataDoNotDecodeAMark() throws {
    struct Letter: Decodable {
      var number: Int
      @Required var title: String
    }
    let missing = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Letter.self, from: Data(#"{"number": 1}"#.utf8))
    }
    guard case .keyNotFound(let key, _)? = missing else {
      Issue.record("the error is \(String(describing: missing))")
      return
    }
    #expect(key.stringValue == "title")
    let there = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Letter.self, from: Data(#"{"number": 1, "title": "A"}"#.utf8))
    }
    guard case .dataCorrupted(let context)? = there else {
      Issue.record("the error is \(String(describing: there))")
      return
    }
    #expect(context.codingPath.map(\.stringValue) == ["title"])
    #expect(
      context.debugDescription
        == "A marked property is not decoded: leave it out of CodingKeys.")
  }
}

/// A decoder that gives back values, not decoded, as a parser of commands does for what is not parsed.
private struct KnownValues: Decoder {
  let values: [String: Any]
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(_ values: [String: Any]) { self.values = values }

  func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Container(values: values))
  }
  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw unsupported }
  func singleValueContainer() throws -> any SingleValueDecodingContainer { throw unsupported }

  private struct Container<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let values: [String: Any]
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { values.keys.compactMap(Key.init) }

    func contains(_ key: Key) -> Bool { values[key.stringValue] != nil }
    func decodeNil(forKey key: Key) -> Bool { !contains(key) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      guard let value = values[key.stringValue] as? Value else { throw unsupported }
      return value
    }
    func nestedContainer<Other>(
      keyedBy type: Other.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Other> { throw unsupported }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      throw unsupported
    }
    func superDecoder() throws -> any Decoder { throw unsupported }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw unsupported }
  }
}

private let unsupported = DecodingError.dataCorrupted(
  .init(codingPath: [], debugDescription: "unsupported"))
