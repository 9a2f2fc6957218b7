extension ThrownError {
  /// The error in a report with what it carries: `DatabaseError.locked(file: "a.db", code: 3)`.
  ///
  /// Of a case or a struct that does not describe itself. Of a case texts, numbers and cases are shown, of all else the
  /// type; of a struct its texts and numbers. No code of the program runs, and no reference is followed.
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
      StoredField.all(of: Value.self, [Value.self]).compactMap { field in
        func read<Field>(_: Field.Type) -> Any {
          UnsafeRawPointer(value).load(fromByteOffset: field.offset, as: Field.self)
        }
        let type = field.fieldType
        guard type == String.self || plainTypes.contains(ObjectIdentifier(type)) else { return nil }
        return "\(field.label): \(shown(_openExistential(type, do: read)))"
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
}
