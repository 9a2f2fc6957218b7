/// A place in source code: where something was registered, declared or injected.
///
/// Every method that takes one captures `#fileID` and `#line` by itself. A location costs nothing
/// until a report prints it.
public struct CodeLocation: Sendable {
  // The compiler's static string: capturing a location must not allocate.
  package let file: StaticString

  /// The line, counted from 1.
  public let line: UInt

  /// The file, as `#fileID` gives it: the module, a slash, the file's name.
  public var fileID: String { file.description }

  /// Creates a location, for code that passes on its own caller's.
  @usableFromInline  // By inlined code.
  package init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.file = fileID
    self.line = line
  }
}

extension CodeLocation: Hashable {
  /// Two locations are equal when file and line are.
  public static func == (one: CodeLocation, other: CodeLocation) -> Bool {
    guard one.line == other.line else { return false }
    return one.file.withUTF8Buffer { own in
      // Nearly always it is one literal of the program.
      other.file.withUTF8Buffer { own.baseAddress == $0.baseAddress || own.elementsEqual($0) }
    }
  }

  /// Hashes the line and the file.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
    hasher.combine(fileID)
  }
}

extension CodeLocation: CustomStringConvertible {
  /// The file and the line, as compilers write them: `Demo/main.swift:12`.
  public var description: String { "\(fileID):\(line)" }
}

/// The identity of an installed module, which marks its bindings and declarations.
package final class ModuleTag: Sendable {
  package let name: String

  init(name: String) {
    self.name = name
  }
}
