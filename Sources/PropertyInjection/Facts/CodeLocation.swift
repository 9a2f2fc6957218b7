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
  package var moduleName: String { String(fileID.prefix { $0 != "/" }) }

  /// Creates a location, for code that passes on its own caller's.
  @usableFromInline  // By inlined code.
  package init(fileID: StaticString = #fileID, line: UInt = #line) {
    self.init(file: (fileID.hasPointerRepresentation ? fileID : "?").utf8Start, line: line)
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

  /// - Parameter function: The two words of a function: its code, and what it captures.
  init(
    _ name: String, _ fileID: StaticString, _ line: UInt, of function: (code: UInt, captured: UInt)
  ) {
    (self.name, location) = (name, CodeLocation(fileID: fileID, line: line))
    hasParameters = function.captured != 0
  }

  /// Whether it stands for the same module: a function may create it again.
  func isSame(as other: ModuleTag) -> Bool { name == other.name && location == other.location }
}

/// The names of types in reports: as in source code, short, and without addresses.
package enum TypeName {
  package static func of(_ type: Any.Type) -> String {
    if let wrapped = TypeMetadata(type).wrappedType {
      let name = of(wrapped)
      return name.contains(" ") ? "(\(name))?" : "\(name)?"
    }
    let name = plain(type)
    let isProtocol = TypeKind(type) == .existential && type != Any.self && type != AnyObject.self
    return isProtocol && !name.hasPrefix("any ") ? "any \(name)" : name
  }

  /// The name as the standard library prints it, with the type's context or without.
  ///
  /// Not `String(describing:)`: it asks four times, through all conformances of the process, whether the type describes
  /// itself, which no type does.
  static func plain(_ type: Any.Type, qualified: Bool = false) -> String {
    let name = _typeName(type, qualified: qualified)
    // Nearly all names; to split takes ten times as long.
    if !name.utf8.contains(UInt8(ascii: "=")) { return name }
    // `any Repository<Self.Repository.Item == Int>`, without what is between the bracket and the argument.
    let parts = name.split(separator: " == ")
    let names = parts.dropLast().map { part in
      part.prefix(through: part.lastIndex { $0 == "<" || $0 == " " } ?? part.startIndex)
    }
    return names.joined() + (parts.last ?? "")
  }

  /// A name as reports show it, in quotation marks.
  package static func quoted(_ name: String) -> String { "\"\(shown(name))\"" }

  /// A property's name as source code writes it: a raw identifier in backticks.
  package static func ofProperty(_ name: String) -> String {
    let isPlain = name.allSatisfy { $0.isLetter || $0.isNumber || "_().".contains($0) }
    return isPlain && name.first?.isNumber != true ? shown(name) : "`\(shown(name))`"
  }

  /// A name as reports show it: on one line, and shortened.
  ///
  /// Names may come from any source; characters that start a new line or change the writing
  /// direction are written as escapes.
  package static func shown(_ name: String) -> String {
    let longest = 100
    let scalars = name.unicodeScalars
    let shown = scalars.prefix(longest)
      .map { isSafe($0) ? String($0) : $0.escaped(asASCII: true) }.joined()
    let more = scalars.count - longest
    return more > 0 ? "\(shown)... (\(more) more)" : shown
  }

  private static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
      .unassigned:
      // Joins the parts of some letters.
      scalar == "\u{200D}" || scalar == "\u{200C}"
    default: scalar != "\"" && scalar != "\\"
    }
  }

  /// The name of an enum's case; nil for other values, and where there are no reflection names.
  ///
  /// It comes from the metadata, also for an enum that describes itself.
  static func ofCase(_ value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? {
      runtimeCaseName(value).map { String(cString: $0) }
    }
    // Opened by hand: as an `Any` the value would be one of that type, not of its own.
    return TypeMetadata(type(of: value)).isEnum ? _openExistential(value, do: name) : nil
  }

  /// Types in parentheses, nil for the type of a nil.
  static func list(_ types: [Any.Type?]) -> String {
    "(" + types.map { $0.map(of) ?? "nil" }.joined(separator: ", ") + ")"
  }

  /// Whether a type is of the standard library or of Foundation, or is made of such types alone: `[URL]`, `(Int) -> String`.
  package static func isCommon(_ type: Any.Type) -> Bool {
    plain(type, qualified: true)
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "." }
      .filter { $0.contains(".") }
      .allSatisfy { name in
        let module = String(name.prefix { $0 != "." })
        // The last has what is imported from C.
        return isOfFoundation(module) || ["Swift", "Dispatch", "__C"].contains(module)
      }
  }

  /// Whether a Swift module is a part of Foundation.
  package static func isOfFoundation(_ module: String) -> Bool {
    [
      "Foundation", "FoundationEssentials", "FoundationInternationalization",
      "FoundationNetworking", "FoundationXML",
    ].contains(module)
  }

  /// The type with its module, for two types whose short names are the same, and for keys that last.
  package static func qualified(_ type: Any.Type) -> String {
    // The context of a private type is printed with an address, which does not help a reader.
    let parts = plain(type, qualified: true).split(separator: ".")
    return parts.filter { !$0.hasPrefix("(unknown context") }.joined(separator: ".")
  }

  /// The Swift module that declares the type.
  package static func module(of type: Any.Type) -> String {
    String(qualified(type).prefix { $0 != "." })
  }
}

// The function that `print` uses for the cases of an enum that does not describe itself.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// An error that can be compared: by its type and its case, an `NSError` by its domain and its code.
///
/// Nothing else of an error is compared: ten thousand errors with ten thousand numbers in them are one issue.
public struct ThrownError: Hashable, Sendable, CustomStringConvertible {
  private let type: TypeIdentity
  /// The error in a report: its type, and its case or its domain and code.
  package let text: String
  @Uncompared private var held: any Error

  /// The error itself.
  public var error: any Error { held }

  package init(_ error: any Error) {
    held = error
    type = TypeIdentity(type: Swift.type(of: error))
    let name = TypeName.of(type.type)
    text =
      if let caseName = TypeName.ofCase(error) {
        "\(name).\(caseName)"
        // `NSError` itself, on Linux and on Apple's platforms: in a subclass both may be code of the program.
      } else if name == "NSError" {
        "\(name) \(error._domain) \(error._code)"
      } else {
        name
      }
  }

  /// The type of the error, and its case or its domain and code: `NetworkError.timedOut`.
  public var description: String { text }
}

/// A part of a value that does not count when values are compared.
@propertyWrapper
package struct Uncompared<Value: Sendable>: Hashable, Sendable {
  package var wrappedValue: Value

  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

  package static func == (_: Self, _: Self) -> Bool { true }
  package func hash(into _: inout Hasher) {}
}

/// A type that can be compared.
public struct TypeIdentity: Hashable, Sendable, CustomStringConvertible {
  private let id: ObjectIdentifier

  init(type: Any.Type) { id = ObjectIdentifier(type) }

  /// The type itself.
  public var type: Any.Type {
    // The identity of a type is the address of its metadata, and so is a type at run time.
    unsafeBitCast(id, to: Any.Type.self)
  }

  /// The name of the type, as reports show it: `any Clock`.
  public var description: String { TypeName.of(type) }
}
