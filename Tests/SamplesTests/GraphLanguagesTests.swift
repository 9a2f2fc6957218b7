import Foundation
import PropertyInjection
import PropertyInjectionChecking
import Testing

/// Graphs with names that need escaping, read by the programs that they are for.
@Suite struct GraphLanguagesTests {
  @Test func jsonIsReadByAParser() throws {
    let graph = Self.graph
    let object = try JSONSerialization.jsonObject(with: try JSONEncoder().encode(graph))
    let members = try #require(object as? [String: [[String: Any]]])
    let nodes = try #require(members["nodes"])
    #expect(nodes.compactMap { $0["name"] as? String } == graph.nodes.map(\.name))
    #expect(nodes.compactMap { $0["id"] as? Int } == Array(graph.nodes.indices))
    #expect(
      nodes.compactMap { $0["valueType"] as? String } == graph.nodes.compactMap(\.valueType))
    let edges = try #require(members["edges"])
    #expect(edges.compactMap { $0["to"] as? Int } == graph.edges.map(\.to))
    let written = nodes.compactMap { $0["location"] as? String }
    #expect(
      written.count == 7 && written.allSatisfy { $0.hasPrefix("SamplesTests/GraphLanguages") })
    #expect(edges.compactMap { $0["kind"] as? String } == graph.edges.map(\.kind.rawValue))
  }

  @Test(.enabled(if: Graphviz.program != nil, "needs Graphviz's dot"))
  func dotIsReadByGraphviz() throws {
    let graph = Self.graph
    let svg = try Graphviz.draw(graph.dot)
    let texts = svg.components(separatedBy: "</text>").count - 1
    // Each node but the types has its name, each type its label, some a second line.
    #expect(texts >= graph.nodes.count)
    #expect(svg.contains("na\u{ef}ve"), "\(svg)")
    #expect(svg.contains("&lt;Int&gt;") && svg.contains("hi"))
  }

  @Test func mermaidHasNoCharacterThatEndsAText() {
    for line in Self.graph.mermaid.split(separator: "\n") {
      let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
      #expect(parts.count == 1 || parts.count == 3, "\(line)")
    }
  }

  private static let graph = PropertyInjector { registry in
    registry.issueHandler = { _ in }
    registry.register(.named("say \"hi\"", Int.self), instance: 1)
    registry.register("back\\slash", instance: 2)
    registry.register("na\u{ef}ve \u{1F41F}", instance: Box(value: 3))
    registry.register("two\nlines", in: .singleton) { "made" }
    registry.register("<b>#1;</b>", instance: 1.5)
    registry.declare("na\u{ef}ve \u{1F41F}", \Crate<Int>.box)
    registry.declare("missing \"one\"", \Crate<Int>.other)
  }.graph()
}

private struct Box<Value: Sendable>: Sendable {
  let value: Value
}

private final class Crate<Value: Sendable> {
  var box: Box<Value>?
  var other: Value?
}

/// The program that draws graphs, where it is installed.
private enum Graphviz {
  static let program: URL? = (ProcessInfo.processInfo.environment["PATH"] ?? "")
    .split(separator: ":").map { URL(fileURLWithPath: String($0)).appendingPathComponent("dot") }
    .first { FileManager.default.isExecutableFile(atPath: $0.path) }

  static func draw(_ text: String) throws -> String {
    let process = Process()
    let (input, output) = (Pipe(), Pipe())
    process.executableURL = program
    process.arguments = ["-Tsvg"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    input.fileHandleForWriting.write(Data(text.utf8))
    try input.fileHandleForWriting.close()
    let drawn = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return String(decoding: drawn, as: UTF8.self)
  }
}
