import Foundation
import Testing

/// The file in which Apple's stores look for the reason to use `UserDefaults`.
@Suite struct PrivacyManifestTests {
  @Test func itSaysWhyUserDefaultsAreUsedAndThatNothingIsCollected() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appendingPathComponent(
      "Sources/PropertyInjectionSettings/PrivacyInfo.xcprivacy")
    let list = try PropertyListSerialization.propertyList(
      from: Data(contentsOf: file), format: nil)
    let manifest = try #require(list as? [String: Any])
    let used = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(
      used.map { $0["NSPrivacyAccessedAPIType"] as? String } == [
        "NSPrivacyAccessedAPICategoryUserDefaults"
      ])
    #expect(used.map { $0["NSPrivacyAccessedAPITypeReasons"] as? [String] } == [["C56D.1"]])
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect((manifest["NSPrivacyCollectedDataTypes"] as? [Any])?.isEmpty == true)
  }
}
