import Foundation

/// Converts a setting's value to the property-list object that is stored for it, and back.
enum SettingCoding {
  /// The error if the stored object is of another type.
  struct Mismatch: Error {
    let found: Any.Type
  }

  /// The object that is stored for a value: the value, if a property list can hold it, else an
  /// archive.
  static func object<Value: Codable>(for value: Value) throws -> Any {
    if (Value.self as? any PlainSetting.Type)?.isPlain == true,
      let plain = value as? any PlainSetting
    {
      return plain.object
    }
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    // In an array, because a property list does not consist of a number or a string.
    let data = try encoder.encode([value])
    guard ArchiveShape.isReasonable(data) else {
      throw EncodingError.invalidValue(
        value, EncodingError.Context(codingPath: [], debugDescription: unreasonable))
    }
    return data
  }

  private static let unreasonable = "It is nested too deep, or expands without measure."

  /// The value that an object was stored for.
  static func value<Value: Codable>(_ type: Value.Type, from object: Any) throws -> Value {
    if let plain = Value.self as? any PlainSetting.Type, plain.isPlain {
      guard let value = plain.value(from: object) as? Value else { throw mismatch(object) }
      return value
    }
    guard let data = object as? Data else { throw mismatch(object) }
    // Only binary lists, as archived here: other formats could nest too deep for Foundation's
    // decoder.
    guard data.starts(with: Data("bplist".utf8)) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: "It is no archive of a setting."))
    }
    guard ArchiveShape.isReasonable(data) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [], debugDescription: unreasonable))
    }
    let values = try PropertyListDecoder().decode([Value].self, from: data)
    guard let value = values.first else { throw mismatch([Any]()) }
    return value
  }

  /// The mismatch with the object's type as a Swift type, not as the class that Foundation uses.
  private static func mismatch(_ object: Any) -> Mismatch {
    let found: Any.Type =
      switch StoredNumber(object) {
      case .boolean?: Bool.self
      case .integer?: Int.self
      case .floating?: Double.self
      case nil where object is String: String.self
      case nil where object is Data: Data.self
      case nil where object is Date: Date.self
      case nil where object is [Any]: [Any].self
      case nil where object is [AnyHashable: Any]: [String: Any].self
      case nil: Swift.type(of: object)
      }
    return Mismatch(found: found)
  }
}

/// A type whose values a property list can hold.
protocol PlainSetting {
  /// Whether a list can hold its values; for a collection that depends on the elements.
  static var isPlain: Bool { get }
  var object: Any { get }
  static func value(from object: Any) -> Self?
}

extension PlainSetting {
  static var isPlain: Bool { true }
  var object: Any { self }
  static func value(from object: Any) -> Self? { object as? Self }
}

extension String: PlainSetting {}
extension Date: PlainSetting {}
extension Data: PlainSetting {}

extension Bool: PlainSetting {
  static func value(from object: Any) -> Bool? {
    guard case .boolean(let value)? = StoredNumber(object) else { return nil }
    return value
  }
}

extension PlainSetting where Self: FixedWidthInteger {
  var object: Any { NSNumber(value: Int64(self)) }

  static func value(from object: Any) -> Self? {
    switch StoredNumber(object) {
    case .integer(let value)?: Self(exactly: value)
    // Foundation may keep the number that was stored before, if the two are equal.
    case .floating(let value)?: Self(exactly: value)
    case .boolean?, nil: nil
    }
  }
}

extension Int: PlainSetting {}
extension Int8: PlainSetting {}
extension Int16: PlainSetting {}
extension Int32: PlainSetting {}
extension Int64: PlainSetting {}
extension UInt8: PlainSetting {}
extension UInt16: PlainSetting {}
extension UInt32: PlainSetting {}

extension Double: PlainSetting {
  static func value(from object: Any) -> Double? {
    StoredNumber(object)?.floatingPoint(Double.self)
  }
}

extension Float: PlainSetting {
  var object: Any { Double(self) }
  static func value(from object: Any) -> Float? { StoredNumber(object)?.floatingPoint(Float.self) }
}

extension Array: PlainSetting {
  static var isPlain: Bool { (Element.self as? any PlainSetting.Type)?.isPlain ?? false }

  var object: Any { compactMap { ($0 as? any PlainSetting)?.object } }

  static func value(from object: Any) -> [Element]? {
    guard let type = Element.self as? any PlainSetting.Type, let objects = object as? [Any] else {
      return nil
    }
    let elements = objects.compactMap { type.value(from: $0) as? Element }
    return elements.count == objects.count ? elements : nil
  }
}

extension Dictionary: PlainSetting {
  static var isPlain: Bool {
    Key.self == String.self && (Value.self as? any PlainSetting.Type)?.isPlain ?? false
  }

  var object: Any { compactMapValues { ($0 as? any PlainSetting)?.object } }

  static func value(from object: Any) -> [Key: Value]? {
    guard let type = Value.self as? any PlainSetting.Type, let objects = object as? [Key: Any]
    else { return nil }
    let values = objects.compactMapValues { type.value(from: $0) as? Value }
    return values.count == objects.count ? values : nil
  }
}

/// A number of a property list, by the kinds that a list distinguishes.
enum StoredNumber {
  case boolean(Bool)
  case integer(Int64)
  case floating(Double)

  init?(_ object: Any) {
    guard let number = object as? NSNumber else { return nil }
    if Self.isBoolean(object, number) {
      self = .boolean(number.boolValue)
    } else if ["f", "d"].contains(String(cString: number.objCType)) {
      self = .floating(number.doubleValue)
    } else if let integer = Int64(exactly: number) {
      self = .integer(integer)
    } else {
      return nil
    }
  }

  /// The number as a floating-point number; nil for a `Bool`, and for a number that does not fit.
  func floatingPoint<Number: BinaryFloatingPoint>(_: Number.Type) -> Number? {
    switch self {
    case .boolean:
      return nil
    case .integer(let value):
      return Number(exactly: value)
    case .floating(let value):
      let number = Number(value)
      return number.isInfinite && value.isFinite ? nil : number
    }
  }

  private static func isBoolean(_ object: Any, _ number: NSNumber) -> Bool {
    #if canImport(ObjectiveC)
      CFGetTypeID(number) == CFBooleanGetTypeID()
    #else
      // Not a cast: it would take every 0 and 1 for a `Bool`.
      type(of: object) == Bool.self || String(cString: number.objCType) == "c"
    #endif
  }
}
