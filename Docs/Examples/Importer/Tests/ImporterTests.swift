import Foundation
import PropertyInjectionChecking
import PropertyInjectionSettings
import PropertyInjectionTesting
import Synchronization
import Testing

@testable import Importer

/// A ledger of one test.
final class FakeLedger: Ledger {
  private let orders = Mutex<[Order]>([])
  func add(_ new: [Order]) { orders.withLock { $0 += new } }
  func cents(of customer: String) -> Int {
    orders.withLock { $0.filter { $0.customer == customer }.reduce(0) { $0 + $1.cents } }
  }
}

@Suite(
  .injecting(formatsModule) { registry in
    registry.install(requestModule)
    registry.register(instance: FakeLedger() as any Ledger)
    registry.useSettings(in: InMemorySettingsStore())
  })
struct ImporterTests {
  /// Writes a file for one test.
  private func withFile<Result>(
    _ name: String, _ text: String, _ body: (URL) throws -> Result
  ) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent(name)
    try Data(text.utf8).write(to: file)
    return try body(file)
  }

  @Test(arguments: [
    ("orders.csv", "Ann,300\nBen,20\nAnn,5"),
    (
      "orders.json",
      #"[{"customer":"Ann","cents":300},{"customer":"Ann","cents":5},{"customer":"Ben","cents":20}]"#
    ),
  ])
  func ordersAreImported(_ name: String, _ text: String) throws {
    try withFile(name, text) { file in
      #expect(Request.answer("import \(file.path)") == "3 orders in \(name)")
    }
    // Another case of this test runs beside this one, with a ledger of its own.
    #expect(Request.answer("total Ann") == "Ann: 305 cents")
  }

  @Test func aFileThatCannotBeReadIsSaid() throws {
    try withFile("orders.csv", "Ann,300\nBen") { file in
      #expect(Request.answer("import \(file.path)").contains("Unreadable(line: 2)"))
    }
    #expect(Request.answer("import orders.txt").contains("UnknownEnding"))
    #expect(Request.answer("sing") == "write: import FILE, or: total CUSTOMER")
  }

  @Test func theWholeConfigurationIsComplete() throws {
    let injector = PropertyInjector(importerModule([:]))
    try injector.validate().requireClean()
    try RequestContext.$values.withValue(ScopedValues()) {
      try injector.rehearse().requireClean()
    }
  }

  /// The formats are asked for as a list, which is missed when nothing is left of it.
  @Test(
    arguments: [
      [(any Ledger).self], [Reader.self], [Remarks.self], [(any SettingsStore).self],
      [CommaFormat.self, JSONFormat.self],
    ] as [[Any.Type]])
  func aBindingThatIsTakenAwayIsMissed(_ types: [Any.Type]) {
    let injector = PropertyInjector(importerModule([:])) { registry in
      func remove<Value>(_ type: Value.Type) { registry.remove(.type(type)) }
      for type in types { remove(type) }
    }
    #expect(throws: ValidationReport.self) { try injector.validate().requireClean() }
  }

  @Test func aDryRunKeepsNothing() throws {
    try withFile("orders.csv", "Ann,300") { file in
      PropertyInjector.shared.withOverrides { registry in
        registry.install(importerModule(["IMPORTER_DRY": "1"]))
        registry.register(instance: FakeLedger() as any Ledger)
      } operation: {
        #expect(Request.answer("import \(file.path)") == "1 orders in orders.csv")
        #expect(Request.answer("total Ann") == "Ann: 0 cents")
      }
    }
  }

  @Test func aLedgerIsReadFromItsFile() throws {
    try withFile("ledger.json", #"{"Ann":7}"#) { file in
      let ledger = FileLedger(file)
      try ledger.add([Order(customer: "Ann", cents: 3)])
      #expect(FileLedger(file).cents(of: "Ann") == 10)
    }
  }
}
