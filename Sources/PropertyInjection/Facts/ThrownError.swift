/// An error that can be compared: by its type and its case, an `NSError` by its domain and its code.
///
/// Nothing else of an error is compared: ten thousand errors with ten thousand numbers in them are one issue.
public struct ThrownError: Hashable, Sendable, CustomStringConvertible {
  private let type: TypeIdentity
  /// The error in a report: its type, and its case or its domain and code.
  package let text: String
  private let held: Uncompared<any Error>

  /// The error itself.
  public var error: any Error { held.value }

  package init(_ error: any Error) {
    held = Uncompared(error)
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
package struct Uncompared<Value: Sendable>: Hashable, Sendable {
  package var value: Value

  package init(_ value: Value) { self.value = value }

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
