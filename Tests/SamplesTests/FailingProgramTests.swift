import Foundation
import Testing

/// What a program prints that ends with an error of the library.
@Suite struct FailingProgramTests {
  @Test(arguments: ["complete", "each", "require", "validate"])
  func eachFailureIsExplainedOnce(call: String) throws {
    let process = Process()
    process.executableURL = Repository.product("FailingProgram")
    process.arguments = [call]
    // The runtime's own report of a crash takes long.
    process.environment = ["SWIFT_BACKTRACE": "enable=no"]
    let pipe = Pipe()
    process.standardError = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self)
    #expect(process.terminationStatus != 0)
    #expect(text.components(separatedBy: "to fix").count == 2, "\(text)")
    #expect(text.contains("Fatal error"))
  }
}
