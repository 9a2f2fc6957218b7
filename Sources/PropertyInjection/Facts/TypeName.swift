/// The names of types in reports: as in source code, short, and without addresses.
package enum TypeName {
  package static func of(_ type: Any.Type) -> String {
    if let wrapped = TypeMetadata(type).wrappedType { return optional(wrapped) }
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

  /// The optional of a type, as a property's declaration writes it.
  static func optional(_ wrapped: Any.Type) -> String {
    let name = of(wrapped)
    return name.contains(" ") ? "(\(name))?" : "\(name)?"
  }

  /// A name as reports show it, in quotation marks.
  static func quoted(_ name: String) -> String { "\"\(shown(name))\"" }

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
        let module = name.prefix { $0 != "." }
        // `FoundationEssentials` too; the last has what is imported from C.
        return ["Swift", "Dispatch", "__C"].contains(module) || module.hasPrefix("Foundation")
      }
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
