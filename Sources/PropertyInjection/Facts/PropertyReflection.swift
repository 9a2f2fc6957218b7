/// Reads values with `Mirror`; the only code of the library that does.
///
/// It reads the marked properties of the first object of a type, for their requests. It does not show a whole object to
/// `Mirror`, because `Mirror` then looks through all conformances of the process for a `CustomReflectable` one.
package enum PropertyReflection {
  /// The first value that a mark stores, its request; nil if it is not of that type.
  static func first<Wanted>(_ wanted: Wanted.Type, in mark: Any) -> Wanted? {
    Mirror(reflecting: mark).children.first?.value as? Wanted
  }

  /// The name of an enum's case; nil for other values, and where there are no reflection names.
  ///
  /// It comes from the metadata, also for an enum that describes itself.
  static func caseName(of value: Any) -> String? {
    func name<Value>(_ value: Value) -> String? {
      runtimeCaseName(value).map { String(cString: $0) }
    }
    // Opened by hand: as an `Any` the value would be one of that type, not of its own.
    return TypeMetadata(type(of: value)).isEnum ? _openExistential(value, do: name) : nil
  }
}

// The function that `print` uses for the cases of an enum that does not describe itself.
@_silgen_name("swift_EnumCaseName")
private func runtimeCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?

/// An error that can be compared: by its type and its case, an `NSError` by its domain and its code.
///
/// Nothing else of an error is read: ten thousand errors with ten thousand numbers in them are one issue.
public struct ThrownError: Hashable, Sendable, CustomStringConvertible {
  /// The error itself.
  public let error: any Error
  /// The error in a report: its type, and its case or its domain and code.
  package let text: String
  private let type: TypeIdentity

  package init(_ error: any Error) {
    self.error = error
    let type: Any.Type = Swift.type(of: error)
    self.type = TypeIdentity(type: type)
    let name = TypeName.of(type)
    text =
      if let caseName = PropertyReflection.caseName(of: error) {
        "\(name).\(caseName)"
        // `NSError` itself, on Linux and on Apple's platforms: in a subclass both may be code of the program.
      } else if ["Foundation.NSError", "NSError", "__C.NSError"]
        .contains(TypeName.plain(type, qualified: true))
      {
        "\(name) \(error._domain) \(error._code)"
      } else {
        name
      }
  }

  /// Compares the types, and the cases or the domains and codes.
  public static func == (one: ThrownError, other: ThrownError) -> Bool {
    one.type == other.type && one.text == other.text
  }

  /// Hashes what is compared.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(text)
  }

  /// The type of the error, and its case or its domain and code: `NetworkError.timedOut`.
  public var description: String { text }
}

/// A type that can be compared.
public struct TypeIdentity: Hashable, Sendable, CustomStringConvertible {
  private let key: TypeKey

  init(type: Any.Type) {
    key = TypeKey(type: type)
  }

  /// The type itself.
  public var type: Any.Type { key.type }

  /// The name of the type, as reports show it: `any Clock`.
  public var description: String { TypeName.of(type) }
}
