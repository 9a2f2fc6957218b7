import TestSupport
import Testing
import WithoutMetadata
import WithoutNames

/// Clients whose types `Mirror` cannot read: what is declared works, what is marked is reported.
@Suite struct ClientsTests {
  @Test func withoutReflectionMetadataDeclaredPropertiesAreFilled() {
    let report = WithoutMetadata.injectEverything()
    #expect(report.injected == ["number", "text", "hidden"])
    #expect(report.unfilled == ["missing (unknownName)"])
    #expect(report.values == ["7", "made", "7", "0", "1", "7", "0"])
    #expect(report.issues == ["unknownName", "nothingDeclared"])
  }

  @Test func withoutReflectionNamesDeclaredPropertiesAreFilled() {
    let report = WithoutNames.injectEverything()
    #expect(report.injected == ["number", "text", "hidden"])
    #expect(report.unfilled == ["missing (unknownName)"])
    #expect(report.values == ["7", "made", "7", "0", "1", "7", "0"])
    #expect(report.issues == ["unknownName", "nothingDeclared"])
  }
}
