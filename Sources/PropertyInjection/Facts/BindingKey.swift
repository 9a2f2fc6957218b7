/// The key of a look-up and of a binding: a name together with a type, or the type alone.
@frozen @usableFromInline  // Made in inlined code, also where built for distribution.
package struct BindingKey: Sendable {
  /// The part of a key besides its type.
  @frozen @usableFromInline  // Stored in a key.
  package enum Form: Hashable, Sendable {
    case named(String)
    case typeAlone
    /// All bindings of a collection's element type.
    case all
  }

  @usableFromInline package let form: Form
  /// Nil in the key of all bindings of a name.
  @usableFromInline package let type: Any.Type?
  /// Whether a property asks for its own name: if no binding of that fits, its type alone answers.
  @usableFromInline package let isOwnName: Bool

  @inlinable @inline(__always)  // A look-up with its value at hand costs little more than this.
  package init(_ form: Form, _ type: Any.Type?, isOwnName: Bool = false) {
    self.form = form
    self.type = type
    self.isOwnName = isOwnName
  }

  /// - Parameter name: Nil for the type alone.
  package init(_ name: String?, _ type: Any.Type?) {
    self.init(name.map(Form.named) ?? .typeAlone, type)
  }

  /// Nil for the type alone, and for the key of all bindings.
  @inline(__always)
  package var name: String? { if case .named(let name) = form { name } else { nil } }

  /// The key of all bindings of a name.
  static func group(_ name: String) -> BindingKey { BindingKey(.named(name), nil) }

  /// The type, for reports.
  @inline(never)  // Only reports need it.
  package var typeName: String { type.map(TypeName.of) ?? "?" }

  /// The identity of the type; nil for any type.
  var typeID: ObjectIdentifier? { type.map { ObjectIdentifier($0) } }

  /// The key of the bindings among which a look-up chooses: those of its name, or that of the type alone.
  var group: BindingKey { name.map(Self.group) ?? self }
}

extension BindingKey: Hashable {
  @usableFromInline
  package func hash(into hasher: inout Hasher) {
    // Without the marks of optionals: equal keys have the same parts.
    if let name { hasher.combine(name) }
    if let typeID { hasher.combine(typeID) }
  }

  @inline(__always) @usableFromInline
  package static func == (one: BindingKey, other: BindingKey) -> Bool {
    one.type == other.type && one.isOwnName == other.isOwnName && one.form == other.form
  }
}

extension BindingKey: CustomStringConvertible {
  /// As reports write it: `"clock": any Clock`, `any Clock` for the type alone, `.all [any Plugin]`.
  @inline(never)  // Only reports need it, in many places.
  @usableFromInline
  package var description: String {
    switch form {
    case .typeAlone: return typeName
    case .all: return ".all \(typeName)"
    case .named(let name):
      let quoted = TypeName.quoted(name)
      return type == nil ? quoted : "\(quoted): \(typeName)"
    }
  }
}

extension BindingKey: CacheKey {
  @inline(__always)
  var bits: UInt64 {
    switch form {
    case .named(let name): Self.bits(of: name, typeBits)
    case .typeAlone: typeBits
    case .all: ~typeBits
    }
  }

  @inline(__always)
  private var typeBits: UInt64 { typeID?.bits ?? 0 }

  @inline(never)  // Each look-up would have a copy of it.
  private static func bits(of name: String, _ typeBits: UInt64) -> UInt64 {
    var name = name
    let bits: UInt64? = name.withUTF8 { bytes in
      var bits = typeBits
      var allBits: UInt8 = 0
      for byte in bytes {
        bits = (bits ^ UInt64(byte)) &* 0x100_0000_01B3
        allBits |= byte
      }
      return allBits < 0x80 ? bits : nil
    }
    // Accents have several spellings, which are equal.
    return bits ?? typeBits ^ UInt64(truncatingIfNeeded: name.hashValue)
  }
}

/// A collection that the key ``InjectionKey/all`` may be for: an array, and not a text.
typealias Collecting = RangeReplaceableCollection & ExpressibleByArrayLiteral
