/// An error that can be compared: by its type and its case, an `NSError` by its domain and its code.
///
/// Nothing else of an error is compared: ten thousand errors with ten thousand numbers in them are one issue.
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
