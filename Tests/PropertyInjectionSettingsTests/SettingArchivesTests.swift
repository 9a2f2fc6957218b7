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
    @Setting("texts") var texts: [[String]]?
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

  /// A sum of so many terms.
  indirect enum Sum: Codable, Equatable {
    case term(Int)
    case sum(Int, Sum)

    static func of(_ terms: Int) -> Sum { (1..<terms).reduce(.term(0)) { .sum($1, $0) } }
  }

  @Test func aValueThatCouldNotBeReadAgainIsNotStored() {
    final class Owner { @Setting("sum") var sum: Sum? }
    let suite = TestSuite()
    let (injector, log) = suite.injector()
    let owner = Owner()
    injector.injectDependencies(to: owner)
    for terms in [2, 60, 120] {
      owner.sum = .of(terms)
      #expect(owner.sum == .of(terms))
    }
    #expect(log.issues.isEmpty)
    owner.sum = .of(300)
    #expect(log.kinds == [.unwrittenSetting])
    #expect(owner.sum == .of(120))
  }

  /// Whether a list does not get to the decoder.
  private func isRefused(_ data: Data) -> Bool {
    let (owner, log) = read(data)
    _ = owner.nest
    guard case .dataCorrupted(let context)? = log.issues.first?.underlyingError as? DecodingError
    else { return false }
    return context.debugDescription.hasPrefix("It is nested too deep")
  }

  /// A number of so many bytes, as a list has it.
  private static func bigEndian(_ number: Int, _ size: Int = 4) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * (size - 1 - $0))) }
  }

  /// A binary property list of objects that refer to each other by four bytes; the first is the list.
  private func archive(_ objects: [[UInt8]]) -> Data {
    var places: [Int] = []
    var bytes: [UInt8] = []
    for object in objects {
      places.append(8 + bytes.count)
      bytes += object
    }
    return archive(bytes, places: places)
  }

  /// A binary property list with these bytes, and these places of objects.
  private func archive(_ bytes: [UInt8], places: [Int]) -> Data {
    Data(
      "bplist00".utf8 + bytes + places.flatMap { Self.bigEndian($0) } + [0, 0, 0, 0, 0, 0, 4, 4]
        + Self.bigEndian(places.count, 8) + Self.bigEndian(0, 8)
        + Self.bigEndian(8 + bytes.count, 8))
  }

  /// An array of these objects.
  private func array(_ objects: some Collection<Int>) -> [UInt8] {
    [0xAF, 0x12] + Self.bigEndian(objects.count) + objects.flatMap { Self.bigEndian($0) }
  }

  /// Arrays that hold the next one each, so many times, the last of which is as it is given.
  private func archive(levels: Int, times: Int = 1, last: (Int) -> [UInt8]) -> Data {
    archive(
      (0..<levels).map { level in
        level == levels - 1 ? last(level) : array(repeatElement(level + 1, count: times))
      })
  }

  @Test func anArchiveThatContainsItselfIsRefusedBeforeItIsDecoded() {
    let (owner, log) = read(archive(levels: 3) { _ in [0xA1, 0, 0, 0, 0] })
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
  }

  @Test func anArchiveOf256LevelsIsDecodedAndNoDeeperOne() {
    #expect(!isRefused(archive(levels: 256) { _ in [0xA0] }))
    #expect(isRefused(archive(levels: 257) { _ in [0xA0] }))
  }

  @Test func anArchiveOfManyLevelsIsRefusedBeforeItIsDecoded() {
    // Decoding a fifth of them ends the process as well.
    let levels = Effort.rounds(100_000, sampled: 20_000)
    let (owner, log) = read(archive(levels: levels) { _ in [0xA0] })
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
    let sideways = archive(levels: levels) { _ in [0xD1] + [UInt8](repeating: 0, count: 8) }
    #expect(read(sideways).0.nest == nil)
  }

  @Test(arguments: [20, 60, 250])
  func anArchiveThatDoublesWithEachLevelIsRefusedUndecoded(levels: Int) {
    let (owner, log) = read(archive(levels: levels, times: 2) { _ in [0xA0] })
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
    // The key of all of them is the text after the last one.
    let dictionaries: [[UInt8]] = (1..<levels).map { level in
      [0xD2] + [levels, levels, level, level].flatMap { Self.bigEndian($0) }
    }
    #expect(isRefused(archive(dictionaries + [[0xD0], [0x51, 0x61]])))
  }

  /// Its collections are larger than itself, because they are at one place.
  @Test func anArchiveOfOverlappingCollectionsIsRefusedUndecoded() {
    let count = Effort.rounds(60_000, sampled: 2_000)
    let top = array(1..<count)
    let other = array(repeatElement(count, count: count))
    let places = [8] + Array(repeating: 8 + top.count, count: count - 1)
    let (owner, log) = read(
      archive(top + other + [0xA0], places: places + [8 + top.count + other.count]))
    #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
  }

  @Test func aSharedPartIsTooDeepWhereItsDeepestPlaceIs() {
    // A part of 200 levels at the first place, and again below so many levels.
    func list(below levels: Int) -> Data {
      let chain = (1...199).map { array([$0 + 1]) } + [[0xA0]]
      let other = (1..<levels).map { array([200 + $0 + 1]) } + [array([1])]
      return archive([array([1, 201])] + chain + other)
    }
    #expect(!isRefused(list(below: 20)) && isRefused(list(below: 100)))
  }

  @Test func anArchiveThatRepeatsALongTextIsRefusedUndecoded() {
    let length = 1 << 20
    let text = [0x5F, 0x12] + Self.bigEndian(length) + [UInt8](repeating: 0x78, count: length)
    let (owner, log) = read(
      archive([array([1]), array([2]), array(repeatElement(3, count: 10_000)), text]))
    #expect(owner.texts == nil && log.kinds == [.unreadableSetting])
  }

  @Test func dataThatIsNoListIsLeftToTheDecoder() {
    let list = archive(levels: 4) { _ in [0xA0] }
    for data in [Data("bplist00".utf8), list.prefix(30), list.dropLast(7), Data("bplist".utf8)] {
      let (owner, log) = read(data)
      #expect(owner.nest == nil && log.kinds == [.unreadableSetting])
    }
    var broken = [UInt8](list)
    // The trailer says how large numbers are, and where the tables begin.
    let (content, trailer) = (broken.indices.dropFirst(8).dropLast(32), broken.indices.suffix(32))
    let places = Effort.sample(Array(content), oneOf: 4, for: "bytes of a list") + trailer
    for index in places {
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
    // Encoders write equal texts and numbers once.
    let texts = [String](
      repeating: String(repeating: "x", count: 1_000), count: Effort.rounds(2_000, sampled: 200))
    owner.texts = [[], texts, texts]
    #expect(owner.nest == [[nest], [nest, .empty]])
    #expect(owner.numbers?.count == 1_000 && owner.numbers?.last == 999 << 40)
    #expect(owner.texts == [[], texts, texts])
    let ones = [UInt64](repeating: 1, count: Effort.rounds(100_000, sampled: 10_000))
    owner.numbers = ones
    #expect(owner.numbers == ones)
    #expect(log.issues.isEmpty)
  }
}
