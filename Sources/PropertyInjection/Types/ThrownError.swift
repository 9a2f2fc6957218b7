/// An error that can be compared: by its type and its content.
struct ThrownError: Hashable, Sendable {
  let error: any Error
  private let type: TypeIdentity
  private let payload: Int

  init(error: any Error) {
    self.error = error
    type = TypeIdentity(type: Swift.type(of: error))
    payload = PropertyReflection.hash(of: error)
  }

  static func == (one: ThrownError, other: ThrownError) -> Bool {
    one.type == other.type && one.payload == other.payload
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(payload)
  }
}

/// A type that can be compared.
struct TypeIdentity: Hashable, Sendable {
  let type: Any.Type

  static func == (one: TypeIdentity, other: TypeIdentity) -> Bool { one.type == other.type }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type)) }
}
