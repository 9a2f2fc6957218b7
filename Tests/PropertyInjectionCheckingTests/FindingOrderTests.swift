import PropertyInjection
import PropertyInjectionChecking
import Testing

@Suite struct FindingOrderTests {
  @Test func findingsOfOneSeverityAreInTheOrderOfTheirFiles() {
    let injector = PropertyInjector { registry in
      registry.issueHandler = { _ in }
      registry.alias("first", to: .named("a", Int.self), fileID: "Program/Zebra.swift", line: 1)
      registry.alias("second", to: .named("b", Int.self), fileID: "Program/Ant.swift", line: 2)
      registry.alias("third", to: .named("c", Int.self), fileID: "Program/Mouse.swift", line: 3)
    }
    let files = injector.validate().findings.compactMap { $0.issue.location?.fileID }
    #expect(files == ["Program/Ant.swift", "Program/Mouse.swift", "Program/Zebra.swift"])
  }
}
