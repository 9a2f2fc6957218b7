/// A place in source code: where something was registered, declared or injected.
///
/// Every method that takes one captures `#fileID` and `#line` by itself. A location costs nothing
/// until a report prints it.
public struct CodeLocation: Hashable, Sendable {
  /// The line, counted from 1.
  public let line: UInt
  package let file: SourceFile

  /// The file, as `#fileID` gives it: the module, a slash, the file's name.
  public var fileID: String { file.id }

  /// The Swift module of the file.
  var moduleName: String { String(fileID.prefix { $0 != "/" }) }

  /// Creates a location, for code that passes on its own caller's.
  @usableFromInline  // By inlined code.
  package init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(
      file: fileID.hasPointerRepresentation ? fileID.utf8Start : SourceFile.unknown, line: line)
  }

  /// - Parameter file: Constant memory that ends with 0.
  init(file: UnsafePointer<UInt8>, line: UInt) {
    self.file = SourceFile(start: file)
    self.line = line
  }
}

/// A source file: the start of the compiler's static string, because capturing a location must not allocate.
package struct SourceFile: Hashable, @unchecked Sendable {
  // Unchecked: constant memory.
  package let start: UnsafePointer<UInt8>

  static var unknown: UnsafePointer<UInt8> { ("?" as StaticString).utf8Start }

  var id: String { String(cString: start) }

  package static func == (one: SourceFile, other: SourceFile) -> Bool {
    // Nearly always it is one literal of the program.
    one.start == other.start || one.id == other.id
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and the line, as compilers write them: `Demo/main.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

/// The identity of a module, which marks its bindings and declarations.
package final class ModuleTag: Sendable {
  package let name: String
  /// The place that creates the module.
  package let location: CodeLocation
  /// Whether its code has values of its own: nothing tells whether those of another one are the same.
  let hasParameters: Bool

  init(name: String, location: CodeLocation, hasParameters: Bool) {
    (self.name, self.location, self.hasParameters) = (name, location, hasParameters)
  }

  /// Whether it stands for the same module: a function may create it again.
  func isSame(as other: ModuleTag) -> Bool { name == other.name && location == other.location }
}
