import Foundation
import Testing

/// Settings on the disk, between processes.
@Suite struct SettingsOnDiskTests {
  private let suite = "property-injection.test.\(UUID().uuidString)"

  @Test func whatOneProcessWritesAnotherReads() throws {
    defer { _ = try? Repository.run("SettingsProgram", [suite, "forget"]) }
    #expect(try Repository.run("SettingsProgram", [suite]) == "nil 0.5 nil 0\n")
    #expect(try Repository.run("SettingsProgram", [suite, "write"]) == "jenny 0.75 dark 1\n")
    #expect(try Repository.run("SettingsProgram", [suite]) == "jenny 0.75 dark 1\n")
    #expect(try Repository.run("SettingsProgram", [suite, "remove"]).hasPrefix("nil 0.75 dark"))
    #expect(try Repository.run("SettingsProgram", [suite]).hasPrefix("nil 0.75 dark"))
  }

  @Test func whatAnotherProcessHasStoredOtherwiseIsReportedAndStays() throws {
    defer { _ = try? Repository.run("SettingsProgram", [suite, "forget"]) }
    let defaults = try #require(UserDefaults(suiteName: suite))
    defaults.set("loud", forKey: "SettingsProgram.Player.volume")
    defaults.set(Data([1, 2, 3]), forKey: "SettingsProgram.Player.theme")
    defaults.synchronize()
    let output = try Repository.run("SettingsProgram", [suite, "report"])
    #expect(output.hasSuffix("nil 0.5 nil 0\n"))
    #expect(
      output.contains(
        "\"SettingsProgram.Player.volume\" is of type String, not Double."))
    #expect(output.contains("\"SettingsProgram.Player.theme\" cannot be decoded"))
    let another = try #require(UserDefaults(suiteName: suite))
    another.synchronize()
    #expect(another.string(forKey: "SettingsProgram.Player.volume") == "loud")
    #expect(another.data(forKey: "SettingsProgram.Player.theme") == Data([1, 2, 3]))
    #expect(try Repository.run("SettingsProgram", [suite, "dump"]).contains("loud"))
  }
}
