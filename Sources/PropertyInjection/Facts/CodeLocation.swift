/// A place in source code: where something was registered, declared or injected.
///
/// Every method that takes one captures `#fileID` and `#line` by itself. A location costs nothing
/// until a report prints it.
public struct CodeLocation: Hashable, Sendable {
  /// The line, counted from 1.
  public let line: UInt
  private let source: SourceFile

  package var file: StaticString { source.id }

  /// The file, as `#fileID` gives it: the module, a slash, the file's name.
  public var fileID: String { file.description }

  /// Creates a location, for code that passes on its own caller's.
  @usableFromInline  // By inlined code.
  package init(fileID: StaticString = #fileID, line: UInt = #line) {
    source = SourceFile(id: fileID)
    self.line = line
  }
}

/// A source file.
private struct SourceFile: Hashable, Sendable {
  /// The compiler's static string: capturing a location must not allocate.
  let id: StaticString

  static func == (one: SourceFile, other: SourceFile) -> Bool {
    one.id.withUTF8Buffer { own in
      // Nearly always it is one literal of the program.
      other.id.withUTF8Buffer { own.baseAddress == $0.baseAddress || own.elementsEqual($0) }
    }
  }

  func hash(into hasher: inout Hasher) { hasher.combine(id.description) }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and the line, as compilers write them: `Demo/main.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

/// The identity of a module, which marks its bindings and declarations.
package final class ModuleTag: Sendable {
  package let name: String
  /// The place that creates the module.
  private let location: CodeLocation

  init(name: String, location: CodeLocation) {
    (self.name, self.location) = (name, location)
  }

  /// Whether it stands for the same module: a function may create it again.
  func isSame(as other: ModuleTag) -> Bool { name == other.name && location == other.location }
}
