import PropertyInjection
import PropertyInjectionChecking
import Testing

@Suite struct FindingOrderTests {
  @Test func findingsOfOneSeverityAreInTheOrderOfTheirFiles() {
    let injector = PropertyInjector { registry in
      registry.register("first", instance: 1, fileID: "Program/Zebra.swift", line: 1)
      registry.register("second", instance: 2, fileID: "Program/Ant.swift", line: 2)
      registry.register("third", instance: 3, fileID: "Program/Mouse.swift", line: 3)
    }
    let files = injector.validate().findings.compactMap { $0.issue.location?.fileID }
    #expect(files == ["Program/Ant.swift", "Program/Mouse.swift", "Program/Zebra.swift"])
  }
}
