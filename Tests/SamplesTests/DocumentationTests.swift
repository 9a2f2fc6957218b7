import Foundation
import PropertyInjection
import TestSupport
import Testing

/// What the README, the guides and the documentation comments show is what compiles and runs.
@Suite struct DocumentationTests {
  @Test func theReadmesProgramPrintsWhatTheReadmeShows() throws {
    let readme = try Repository.text("README.md")
    let program = try Repository.text("Tests/Samples/ReadmeProgram/main.swift")
    let shown = try #require(Block.all(in: readme, language: "swift").first)
    #expect(shown.lines == Block(text: program).lines)
    let output = try #require(Block.all(in: readme, language: "text").first)
    #expect(try Repository.run("ReadmeProgram") == output.text)
  }

  @Test(arguments: [
    ("GettingStarted", "make demo", "Demo"), ("GettingStarted", "GettingStarted", "Station"),
    ("MainActorModules", "Cookbook", "Cookbook"),
  ])
  func programsPrintWhatTheGuideShows(_ page: String, _ mark: String, _ program: String) throws {
    let guide = try Repository.text("Docs/PropertyInjection.docc/\(page).md")
    let after = try #require(guide.components(separatedBy: "<!-- output: \(mark) -->\n").last)
    let output = try #require(Block.all(in: after, language: "text").first)
    #expect(try Repository.run(program) == output.text)
  }

  @Test func theReportOfTheFirstHourIsTheOneThatIsPrinted() throws {
    final class Board { @Injected var platform: Int? }
    let log = IssueLog()
    let file: StaticString = "Station/Station.swift"
    let module = InjectionModule("Station") { registry in
      registry.register("plattform", instance: 9, fileID: file, line: 13)
    }
    let injector = PropertyInjector(module) { $0.issueHandler = log.append }
    injector.injectDependencies(to: Board(), fileID: file, line: 22)
    let guide = try Repository.text("Docs/PropertyInjection.docc/GettingStarted.md")
    let after = try #require(guide.components(separatedBy: "## A report").last)
    let shown = try #require(Block.all(in: after, language: "text").first)
    #expect(shown.text == log.issues.map { "PropertyInjection: \($0)\n" }.joined())
  }

  @Test func theDemosGraphIsTheOneThatTheDocumentationShows() throws {
    func drawn(as kind: String) throws -> String {
      let file = FileManager.default.temporaryDirectory
        .appendingPathComponent("demo-\(UUID().uuidString).\(kind)")
      defer { try? FileManager.default.removeItem(at: file) }
      _ = try Repository.run("Demo", [file.path])
      return try String(contentsOf: file, encoding: .utf8)
    }
    let graph = try drawn(as: "dot")
    #expect(try graph == Repository.text("Tests/Samples/demo.dot"), "make graph draws it anew")
    let readme = try Repository.text("README.md")
    let shown = try #require(Block.all(in: readme, language: "mermaid").first)
    #expect(try drawn(as: "mermaid") == shown.text, "make graph draws it anew")
    let picture = try Repository.text("Docs/PropertyInjection.docc/Resources/demo-graph.svg")
    #expect(picture.contains("titel: String") && picture.contains("stroke=\"red\""))
  }

  @Test func everySampleIsCompiled() throws {
    let samples =
      try [
        "SamplesTests", "Samples", "StationTests", "TrackerTests", "PropertyInjectionTestingTests",
        "MainActorTests",
      ]
      .flatMap { try Repository.files(under: "Tests/\($0)") }
      .filter { $0.hasSuffix(".swift") }
      .map { Block(text: try Repository.text($0)).lines }
    let documents =
      try Repository.files(under: "Docs").filter { $0.hasSuffix(".md") } + ["README.md"]
      + Repository.files(under: "Sources/PropertyInjection")
      + Repository.files(under: "Sources/PropertyInjectionChecking")
      + Repository.files(under: "Sources/PropertyInjectionSettings")
      + Repository.files(under: "Sources/PropertyInjectionStorage")
      + Repository.files(under: "Sources/PropertyInjectionTesting")
    var count = 0
    for document in documents {
      for block in Block.all(in: try Repository.text(document), language: "swift")
      where !block.text.hasPrefix("// swift-tools-version") {
        count += 1
        let isCompiled = samples.contains { $0.contains(block.lines) }
        #expect(isCompiled, "\(document) shows a sample that no test compiles:\n\(block.text)")
      }
    }
    #expect(count > 20)
  }

  /// Real packages, which no manifest names, build it.
  @Test func thePageForServersShowsTheServer() throws {
    let lines = { (text: String) in
      Set(text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") })
    }
    let sources = try Repository.files(under: "Docs/Examples/Server").filter {
      $0.hasSuffix(".swift")
    }
    let server = try lines(sources.map { try Repository.text($0) }.joined(separator: "\n"))
    let guide = try Repository.text("Docs/PropertyInjection.docc/Services.md")
    let blocks = Block.all(in: guide, language: "text")
    #expect(blocks.count > 8)
    for line in blocks.flatMap(\.lines) where !line.contains("...") {
      #expect(server.contains(line), "the server has no such line: \(line)")
    }
  }

  @Test func theNameOfAKindIsTheNameOfItsConstant() throws {
    var count = 0
    for file in ["Settings/SettingProblems.swift", "Checking/InjectionIssue+Checking.swift"] {
      let text = try Repository.text("Sources/PropertyInjection\(file)")
      for match in text.matches(of: /public static let (\w+) = Self.other\(("\w+")/) {
        count += 1
        #expect(match.2 == "\"\(match.1)\"")
      }
    }
    #expect(count > 10)
    #expect(InjectionIssue.Kind.unknownName.name == "unknownName")
    #expect(InjectionIssue.Kind.other("lostLetter").name == "lostLetter")
  }

  @Test(arguments: [("WhenItDoesNotCompile", 20), ("MainActorModules", 7)])
  func theMessagesOfTheCompilerAreThoseThatItWrites(_ page: String, _ least: Int) throws {
    let programs = try Repository.files(under: "Tests/Clients/Refused")
      .map { try Repository.text($0).split(separator: "\n").filter { $0.contains("expected-") } }
      .joined().joined(separator: "\n")
    let guide = try Repository.text("Docs/PropertyInjection.docc/\(page).md")
    var count = 0
    for line in guide.split(separator: "\n") where line.hasPrefix("| \"") {
      let cell = line.dropFirst(2).prefix { $0 != "|" }
      for quoted in cell.matches(of: /"([^"]+)"/) {
        count += 1
        #expect(programs.contains(quoted.1), "\(quoted.1)")
      }
    }
    #expect(count > least)
  }

  @Test func theImporterIsCompleteAndItsGraphIsTheOneShown() throws {
    let page = try Repository.text("Docs/PropertyInjection.docc/WhyIsMyPropertyNil.md")
    let shown = try #require(Block.all(in: page, language: "text").first)
    let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
    #expect(try words(Repository.run("Importer", ["--check"])) == words(shown.text))
    let graph = try Repository.text("Docs/Examples/Importer/importer.dot")
    #expect(try Repository.run("Importer", ["--graph"]) == graph)
  }

  @Test func everyMigrationIsCompiled() throws {
    let samples = try Repository.files(under: "Tests/SamplesTests").filter {
      $0.hasSuffix(".swift")
    }
    .map { try Repository.text($0).filter { !$0.isWhitespace } }
    var count = 0
    for document in try Repository.files(under: "Docs")
    where document.split(separator: "/").last?.hasPrefix("MigratingFrom") == true {
      for line in try Repository.text(document).split(separator: "\n") where line.hasPrefix("| ") {
        let cells = line.split(separator: " | ")
        guard let cell = cells.last, cells.count == 2, let first = cell.firstIndex(of: "`"),
          let last = cell.lastIndex(of: "`"), first < last
        else { continue }
        let code = String(cell[cell.index(after: first)..<last])
        count += 1
        let isCompiled = samples.contains { $0.contains(code.filter { !$0.isWhitespace }) }
        #expect(isCompiled, "\(document) shows what no test compiles: \(code)")
      }
    }
    #expect(count > 40)
  }

  @Test func everyRecipeIsCompiled() throws {
    let sample = try Repository.text("Tests/SamplesTests/RecipeSamples.swift")
      .filter { !$0.isWhitespace }
    let rows = Row.all(in: try Repository.text("Docs/PropertyInjection.docc/Recipes.md"))
    #expect(rows.count > 30)
    for row in rows {
      for code in row.cells[1].matches(of: /`([^`]+)`/) {
        let isCompiled = sample.contains(code.1.filter { !$0.isWhitespace })
        #expect(isCompiled, "\(row.first): no test compiles \(code.1)")
      }
    }
  }

  @Test(arguments: [
    ("the server", ["Docs/Examples/Server/Sources"]),
    (
      "[by hand](ServerByHand/",
      ["Docs/Examples/Beside/Server", "Docs/Examples/Beside/ServerByHand"]
    ),
    (
      "[with Factory](ServerWithFactory/",
      ["Docs/Examples/Beside/Server", "Docs/Examples/Beside/ServerWithFactory"]
    ),
    ("the application", ["Tests/Samples/Cookbook"]),
    (
      "[by hand](CookbookByHand/",
      ["Docs/Examples/Beside/Cookbook", "Docs/Examples/Beside/CookbookByHand"]
    ),
    (
      "[with Factory](CookbookWithFactory/",
      ["Docs/Examples/Beside/Cookbook", "Docs/Examples/Beside/CookbookWithFactory"]
    ),
  ])
  func theLinesOfTheComparedProgramsAreCounted(_ program: String, in folders: [String]) throws {
    let files = try folders.flatMap(Repository.files(under:)).filter { $0.hasSuffix(".swift") }
    let lines = try files.flatMap { try Repository.text($0).split(separator: "\n") }
      .filter { !$0.allSatisfy(\.isWhitespace) && !$0.drop(while: \.isWhitespace).hasPrefix("//") }
    let rows = Row.all(in: try Repository.text("Docs/Examples/Beside/README.md"))
    let row = try #require(rows.first { $0.first.hasPrefix(program) })
    #expect(row.cells[1] == "\(lines.count)")
  }

  @Test func noEmptyLineBreaksATable() throws {
    let pages = try ["README.md", "CONTRIBUTING.md"] + Repository.files(under: "Docs")
    for page in pages where page.hasSuffix(".md") {
      let text = try Repository.text(page)
      #expect(!text.contains(/\|\n\n+\|/), "\(page)")
    }
  }

  @Test func everyRuleNamesTheFileOfItsTest() throws {
    let rules = try Repository.text("Docs/PropertyInjection.docc/Rules.md")
    let numbers = rules.split(separator: "\n").compactMap { line in
      let number = line.prefix { $0.isNumber }
      return !number.isEmpty && line.dropFirst(number.count).hasPrefix(". ") ? String(number) : nil
    }
    let cases = Row.all(in: rules).map(\.first)
    #expect(numbers.count > 12 && cases.count > 30)
    let rows = Row.all(in: try Repository.text("Tests/Rules.md"))
    #expect(rows.map(\.first) == numbers + cases, "a row for each, in the same order")
    for row in rows {
      let paths = row.last.split(separator: ", ").map { $0.filter { $0 != "`" } }
      let texts = try paths.map { path in
        try #require(try? Repository.text(path), "\(row.first): there is no file \(path)")
      }
      #expect(!texts.isEmpty)
      guard numbers.contains(row.first) else { continue }
      let isTested = texts.allSatisfy { $0.contains("\"Rule \(row.first): ") }
      #expect(isTested, "no test in \(paths) bears the number of rule \(row.first)")
    }
  }

  @Test func everyPromiseNamesItsTests() throws {
    let page = try Repository.text("Docs/PropertyInjection.docc/Promises.md")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ").lowercased()
    let files = try ["Tests", "Docs/Examples"].flatMap(Repository.files(under:))
      .filter { $0.hasSuffix(".swift") }
    let tests = try files.map { try Repository.text($0) }.joined()
    let rows = Row.all(in: try Repository.text("Tests/Promises.md"))
    #expect(rows.count > 20)
    for row in rows {
      #expect(page.contains("- \(row.first.lowercased())."), "no such promise: \(row.first)")
      for suite in row.last.matches(of: /`(\w+Tests)`/) {
        // A suite, or a folder of suites.
        let isThere =
          tests.contains("struct \(suite.1)") || files.contains { $0.contains("/\(suite.1)/") }
        #expect(isThere, "\(row.first): there is no \(suite.1)")
      }
    }
  }

  @Test func theLibraryImportsNothingButSwiftAndThePlatformsCLibrary() throws {
    let folders = ["", "Checking", "Storage"].map { "Sources/PropertyInjection\($0)" }
    for file in try folders.flatMap({ try Repository.files(under: $0) }) {
      for line in try Repository.text(file).split(separator: "\n")
      where line.split(separator: " ").contains("import") && !line.contains("//") {
        // Where there is an Objective-C runtime, which has no other name, it keeps what is associated.
        let isRuntime = line == "  import ObjectiveC" && file.hasSuffix("OwnerTable.swift")
        // The platform's C library, for threads and standard error.
        let isPlatform = line.hasPrefix("  private import ") && file.hasSuffix("/Platform.swift")
        // The loader of Apple's platforms, for the records of images.
        let isLoader = line == "  private import MachO" && file.hasSuffix("/Conformance.swift")
        let isCore =
          line.hasSuffix("import PropertyInjection") && file.contains("InjectionChecking/")
        #expect(
          line.drop { $0 == " " } == "import Synchronization" || isRuntime || isPlatform || isLoader
            || isCore,
          "\(file): \(line)")
      }
    }
  }

  @Test func aProgramThatUsesItLinksNeitherFoundationNorTesting() throws {
    let program = try Data(contentsOf: Repository.product("ReadmeProgram"))
    #expect(program.range(of: Data("libswiftCore".utf8)) != nil)
    #expect(program.range(of: Data("libFoundation".utf8)) == nil)
    #expect(program.range(of: Data("libTesting".utf8)) == nil)
  }

  /// But for the one line with which the clients' packages are made, which depend on this package.
  @Test func noManifestNamesADependency() throws {
    func dependencies(in path: String) throws -> [String] {
      try Repository.text(path).components(separatedBy: ".package(").dropFirst()
        .map { String($0.prefix { $0 != ")" }) }
    }
    let files = try Repository.files(under: "")
    let manifests = files.filter {
      let name = $0.split(separator: "/").last ?? ""
      return name.hasPrefix("Package") && name.hasSuffix(".swift")
    }
    #expect(manifests.count > 4)
    for manifest in manifests {
      #expect(try dependencies(in: manifest) == [], "\(manifest)")
    }
    for script in files where script.hasPrefix("Tests/Scripts/") {
      let isMaker = script == "Tests/Scripts/make-package"
      let expected = isMaker ? ["path: \"swift-property-injection\""] : []
      #expect(try dependencies(in: script) == expected, "\(script)")
    }
  }
}

/// A row of a table in Markdown.
private struct Row {
  let cells: [String]
  var first: String { cells[0] }
  var last: String { cells[cells.count - 1] }

  /// All rows but the heads of tables.
  static func all(in document: String) -> [Row] {
    let lines = document.components(separatedBy: "\n")
    return zip(lines, lines.dropFirst() + [""]).compactMap { line, next in
      let isHead = line.hasPrefix("| --- |") || next.hasPrefix("| --- |")
      guard line.hasPrefix("| "), line.hasSuffix(" |"), !isHead else { return nil }
      return Row(cells: line.dropFirst(2).dropLast(2).components(separatedBy: " | "))
    }
  }
}

/// A piece of code or of output, compared line by line; spaces do not count.
private struct Block {
  let text: String

  var lines: [String] {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").joined(separator: " ")
    }.filter { !$0.isEmpty }
  }

  /// The fenced blocks of a language, in Markdown or in documentation comments.
  static func all(in document: String, language: String) -> [Block] {
    var blocks: [Block] = []
    var current: [Substring]?
    for line in document.split(separator: "\n", omittingEmptySubsequences: false) {
      let content = line.drop { $0 == " " }
      let text: Substring
      if content.hasPrefix("///") {
        let comment = content.dropFirst(3)
        text = comment.hasPrefix(" ") ? comment.dropFirst() : comment
      } else {
        text = line
      }
      if let lines = current {
        if text.hasPrefix("```") {
          blocks.append(Block(text: lines.map { $0 + "\n" }.joined()))
          current = nil
        } else {
          current = lines + [text]
        }
      } else if text == "```\(language)" {
        current = []
      }
    }
    return blocks
  }
}
