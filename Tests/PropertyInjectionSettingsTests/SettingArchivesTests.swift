import Foundation
import PropertyInjection
import PropertyInjectionSettings
import TestSupport
import Testing

/// Archives that would end the process if they were decoded.
@Suite struct SettingArchivesTests {
  /// A list that may contain itself.
  indirect enum Nest: Codable, Equatable {
    case empty
    case nest([Nest])
  }
  final class Owner {
    @Setting("nest") var nest: [[Nest]]?
    @Setting("numbers") var numbers: [UInt64]?
  }

  /// What is stored whatever the key.
  private struct OneObject: SettingsStore {
    let data: Data
    func object(forKey key: String) -> Any? { data }
    func setObject(_ object: Any, forKey key: String) {}
    func removeObject(forKey key: String) {}
  }

  private func read(_ data: Data) -> (Owner, IssueLog) {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: OneObject(data: data))
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    return (owner, log)
  }

  /// A binary property list of arrays with one element each, the last of which is as it is given.
  private func archive(levels: Int, last: (Int) -> [UInt8]) -> Data {
    var bytes = [UInt8]("bplist00".utf8)
    var offsets: [Int] = []
    func bigEndian(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
    }
    for level in 0..<levels {
      offsets.append(bytes.count)
      bytes += level == levels - 1 ? last(level) : [0xA1] + bigEndian(level + 1, 4)
    }
    let table = bytes.count
    for offset in offsets { bytes += bigEndian(offset, 4) }
    bytes += [0, 0, 0, 0, 0, 0, 4, 4]
    bytes += bigEndian(levels, 8) + bigEndian(0, 8) + bigEndian(table, 8)
    return Data(bytes)
  }

  @Test func anArchiveThatContainsItselfIsRefusedBeforeItIsDecoded() {
    let (owner, log) = read(archive(levels: 3) { _ in [0xA1, 0, 0, 0, 0] })
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
  }

  @Test func anArchiveOfAHundredThousandLevelsIsRefusedBeforeItIsDecoded() {
    let (owner, log) = read(archive(levels: 100_000) { _ in [0xA0] })
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
    let sideways = archive(levels: 100_000) { level in
      [0xD1] + [UInt8](repeating: 0, count: 8)
    }
    #expect(read(sideways).0.nest == nil)
  }

  @Test func whatIsNoListIsLeftToTheDecoder() {
    let list = archive(levels: 4) { _ in [0xA0] }
    for data in [Data("bplist00".utf8), list.prefix(30), list.dropLast(7), Data("bplist".utf8)] {
      let (owner, log) = read(data)
      #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
    }
    var broken = [UInt8](list)
    for index in broken.indices.dropFirst(8) {
      for value: UInt8 in [0, 0xFF, 0xAF, 0xDF] {
        let before = broken[index]
        broken[index] = value
        _ = read(Data(broken)).0.nest
        broken[index] = before
      }
    }
  }

  @Test func onlyABinaryListIsDecoded() throws {
    for (format, isRead) in [
      (PropertyListSerialization.PropertyListFormat.binary, true), (.xml, false),
    ] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      // As the setting archives it, in an array.
      let data = try encoder.encode([[UInt64(1), 2, 3]])
      let log = IssueLog()
      let store = MemoryStore()
      store.setObject(data, forKey: "numbers")
      let injector = PropertyInjector(reportingTo: log) { registry in
        registry.useSettings(in: store)
      }
      let owner = Owner()
      injector.injectDependencies(to: owner, fileID: "App/Main.swift", line: 10)
      #expect(owner.numbers == (isRead ? [1, 2, 3] : nil))
      #expect(store.object(forKey: "numbers") as? Data == data)
      #expect(
        log.issues.map(\.description)
          == (isRead
            ? []
            : [
              """
              Owner.numbers reads as nil or its default: what is stored under "numbers" cannot be \
              decoded, DecodingError.dataCorrupted.
                injected at    App/Main.swift:10
                to fix         write a value, or nil to remove what is stored; until then it is left as it is.
              """
            ]))
    }
  }

  @Test func anXMLListOfManyLevelsIsRefusedBeforeItIsDecoded() {
    let levels = 100_000
    let list =
      #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0">"#
      + String(repeating: "<array>", count: levels)
      + String(repeating: "</array>", count: levels) + "</plist>"
    let (owner, log) = read(Data(list.utf8))
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
  }

  @Test func whatAProgramStoresIsReadAgain() {
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { registry in
      registry.useSettings(in: MemoryStore())
    }
    let owner = Owner()
    injector.injectDependencies(to: owner)
    var nest = Nest.empty
    for _ in 0..<20 { nest = .nest([nest, .empty]) }
    owner.nest = [[nest], [nest, .empty]]
    owner.numbers = (0..<1_000).map { UInt64($0) << 40 }
    #expect(owner.nest == [[nest], [nest, .empty]])
    #expect(owner.numbers?.count == 1_000 && owner.numbers?.last == 999 << 40)
    #expect(log.issues.isEmpty)
  }
}
