/// An error that can be compared: by its type and its case, an `NSError` by its domain and its code.
///
/// Nothing else of an error is read: ten thousand errors with ten thousand numbers in them are one issue.
public struct ThrownError: Hashable, Sendable, CustomStringConvertible {
  /// The error itself.
  public let error: any Error
  /// The error in a report: its type, and its case or its domain and code.
  package let text: String

  package init(_ error: any Error) {
    self.error = error
    let name = TypeName.of(type(of: error))
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

  /// The error in a report with what it carries: `DatabaseError.locked(file: "a.db", code: 3)`.
  ///
  /// Of a struct or a case that does not describe itself. Texts, numbers and cases are shown, of all else the type: no code
  /// of the program runs, and no reference is followed.
  package var details: String {
    let type = type(of: error)
    let metadata = TypeMetadata(type)
    guard metadata.isStruct || metadata.isEnum, !(type is any CustomStringConvertible.Type),
      !(type is any CustomDebugStringConvertible.Type), !(type is any CustomReflectable.Type)
    else { return text }
    func parts<Value>(_ value: Value) -> [String] {
      metadata.isStruct ? Self.fields(of: value) : Self.carried(by: value)
    }
    let parts = _openExistential(error, do: parts)
    return parts.isEmpty ? text : "\(text)(\(IssueText.ends(of: parts).joined(separator: ", ")))"
  }

  // Not with `Mirror`, which would retain what an `unowned` property refers to.
  private static func fields<Value>(of value: Value) -> [String] {
    withUnsafePointer(to: value) { value in
      StoredField.all(of: Value.self, [Value.self]).map { field in
        func read<Field>(_: Field.Type) -> Any {
          UnsafeRawPointer(value).load(fromByteOffset: field.offset, as: Field.self)
        }
        let type = field.fieldType
        let isPlain = type == String.self || plainTypes.contains(ObjectIdentifier(type))
        let text = isPlain ? shown(_openExistential(type, do: read)) : TypeName.of(type)
        return "\(field.label): \(text)"
      }
    }
  }

  private static func carried<Value>(by value: Value) -> [String] {
    // The only child of a case is what it carries, alone or as a tuple.
    guard let carried = Mirror(reflecting: value).children.first?.value else { return [] }
    guard TypeMetadata(type(of: carried)).isTuple else { return [shown(carried)] }
    return Mirror(reflecting: carried).children.map { part in
      (part.label.flatMap { $0.hasPrefix(".") ? nil : "\($0): " } ?? "") + shown(part.value)
    }
  }

  private static func shown(_ value: Any) -> String {
    guard let value = TypeMatching.flatten(value) else { return "nil" }
    let type = Swift.type(of: value)
    if type == String.self, let text = value as? String { return TypeName.quoted(text) }
    if plainTypes.contains(ObjectIdentifier(type)) { return "\(value)" }
    let name = TypeName.of(type)
    return TypeName.ofCase(value).map { "\(name).\($0)" } ?? name
  }

  private static let plainTypes = Set(
    ([
      Bool.self, Double.self, Float.self, Int.self, Int8.self, Int16.self, Int32.self, Int64.self,
      UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self,
    ] as [Any.Type]).map { ObjectIdentifier($0) })

  /// Compares the types, and the cases or the domains and codes.
  public static func == (one: ThrownError, other: ThrownError) -> Bool {
    type(of: one.error) == type(of: other.error) && one.text == other.text
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: error)))
    hasher.combine(text)
  }

  /// The type of the error, and its case or its domain and code: `NetworkError.timedOut`.
  public var description: String { text }
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
