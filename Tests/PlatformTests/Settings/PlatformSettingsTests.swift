import Foundation
import PropertyInjection
import PropertyInjectionSettings
import PropertyInjectionTesting
import TestSupport
import Testing

/// Settings of Foundation's `Codable` types, in each store of the library.
@Suite struct PlatformSettingsTests {
  final class Owner<Value: Codable> {
    @Setting("value") var value: Value?
    @Setting("through", writesThrough: true) var through: Value?
  }
  struct Form<Value: Codable> {
    @Setting("value") var value: Value?
  }

  /// A value, and a check that it is stored and read again.
  struct Stored: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let check: @Sendable (any SettingsStore) -> Void

    init<Value: Codable & Equatable & SendableMetatype>(
      _ value: @escaping @autoclosure @Sendable () -> Value
    ) {
      testDescription = "\(Value.self)"
      check = { PlatformSettingsTests.expectRoundTrip(value(), in: $0) }
    }
  }

  enum Choice: Codable, Equatable {
    case none
    case place(URL, at: Date?)
    indirect case both(Choice, Choice)
  }
  enum Level: Int, Codable { case low = 1, high }
  struct Profile: Codable, Equatable {
    var id: UUID
    var born: DateComponents?
    var homes: [URL]
    var marks: [UUID: Decimal]
    var size: CGSize
    var choice: Choice
  }

  private static let day = Date(timeIntervalSinceReferenceDate: 86_400)
  private static let url = URL(fileURLWithPath: "/nowhere")
  private static let web = URLComponents(string: "https://example.com/a%20b?c=d#e")?.url
  private static let id = UUID()

  static let plain: [Stored] = [
    Stored(day), Stored([day]), Stored(["day": day]), Stored([day] as [Date?]),
    Stored([day, nil] as [Date?]), Stored(Data()), Stored(Data([0, 255])), Stored([Data([1])]),
    Stored(url), Stored(web), Stored([url]), Stored(["url": url]), Stored([url, nil]),
    Stored(URL(string: "relative", relativeTo: url)?.absoluteURL),
    Stored(id), Stored([id]), Stored([id: 1]), Stored(Set([id])), Stored(id as UUID?),
    Stored(Decimal(string: "0.1") ?? 0), Stored([Decimal(1), Decimal.nan]),
    Stored(Decimal.greatestFiniteMagnitude),
  ]

  static let structs: [Stored] = [
    Stored(AffineTransform(translationByX: 1, byY: 2)),
    Stored(CGFloat(1.5)), Stored(CGPoint(x: 1, y: -2)), Stored(CGSize(width: 0.1, height: 3)),
    Stored(CGRect(x: 1, y: 2, width: 3, height: 4)), Stored([CGRect.zero, CGRect.null]),
    Stored(Calendar(identifier: .iso8601)),
    Stored(CharacterSet(charactersIn: "abc")),
    Stored(DateComponents(calendar: Calendar(identifier: .gregorian), year: 2024, month: 2)),
    Stored(DateComponents()),
    Stored(DateInterval(start: day, duration: 60)),
    Stored(IndexPath(indexes: [1, 2, 3])), Stored(IndexPath()),
    Stored(IndexSet([1, 2, 9])), Stored(IndexSet()),
    Stored(Locale(identifier: "de_CH")), Stored([Locale(identifier: "fr"): day]),
    Stored(Measurement(value: 1.5, unit: UnitLength.kilometers)),
    Stored([Measurement(value: 1, unit: UnitTemperature.celsius)]),
    Stored(NSRange(location: 1, length: 2)),
    Stored(PersonNameComponents(givenName: "Ada", familyName: "Lovelace")),
    Stored(TimeZone(identifier: "Europe/Zurich")),
    Stored(URLComponents(string: "https://example.com/?a=b")),
    Stored(Duration.seconds(1.5)),
    Stored(1..<5), Stored(day...day.addingTimeInterval(1)),
    Stored(ContiguousArray([day])),
  ]

  static let own: [Stored] = [
    Stored(Choice.none), Stored(Choice.place(url, at: nil)),
    Stored(Choice.both(.none, .place(url, at: day))),
    Stored(Level.high), Stored([Level.low, .high]), Stored(["low": Level.low]),
    Stored(
      Profile(
        id: id, born: DateComponents(year: 1815), homes: [url], marks: [id: 5],
        size: CGSize(width: 1, height: 2), choice: .place(url, at: day))),
    Stored(Optional(Optional(day))),
    Stored([["a": [day]]]),
  ]

  private static func expectRoundTrip<Value: Codable & Equatable>(
    _ value: Value, in store: any SettingsStore
  ) {
    func injector<Store: SettingsStore>(_ store: Store, _ log: IssueLog) -> PropertyInjector {
      PropertyInjector(reportingTo: log) { $0.useSettings(in: store) }
    }
    let log = IssueLog()
    let injector = injector(store, log)
    let writer = Owner<Value>()
    #expect(injector.injectDependencies(to: writer).injected == ["value", "through"])
    #expect(writer.value == nil && writer.through == nil)
    (writer.value, writer.through) = (value, value)
    #expect(writer.value == value && writer.through == value)
    let reader = Owner<Value>()
    injector.injectDependencies(to: reader)
    #expect(reader.value == value && reader.through == value)
    var form = Form<Value>()
    injector.injectDependencies(to: &form)
    #expect(form.value == value)
    reader.value = nil
    #expect(writer.value == nil && form.value == nil && writer.through == value)
    #expect(store.object(forKey: "value") == nil && store.object(forKey: "through") != nil)
    #expect(log.issues.isEmpty, "\(log.texts)")
  }

  @Test(arguments: plain + structs + own)
  func aValueOfThePlatformIsASettingInUserDefaults(_ stored: Stored) {
    let suite = TestSuite()
    stored.check(suite.store)
  }

  @Test(arguments: plain + structs + own)
  func aValueOfThePlatformIsASettingInMemory(_ stored: Stored) {
    stored.check(InMemorySettingsStore())
  }

  @Test(arguments: plain + structs + own)
  func aValueOfThePlatformIsASettingInAnyStore(_ stored: Stored) {
    stored.check(PlainStore())
  }

  @Test func aSettingOfAnotherTypeIsReportedAndStays() {
    let store = InMemorySettingsStore(["value": "text"])
    let log = IssueLog()
    let injector = PropertyInjector(reportingTo: log) { $0.useSettings(in: store) }
    let (date, place, id) = (Owner<Date>(), Owner<URL>(), Owner<UUID>())
    injector.injectDependencies(to: date)
    injector.injectDependencies(to: place)
    injector.injectDependencies(to: id)
    #expect(date.value == nil && place.value == nil && id.value == nil)
    #expect(log.kinds.filter { $0 == .unreadableSetting }.count == 3)
    #expect(store.object(forKey: "value") as? String == "text")
  }
}
