/// A type of the palette, as the model knows it.
package enum ModelType: Int, CaseIterable, Sendable {
  // Types that values have.
  case a, b, c, d, e, g
  case s, t, n, int, string, bool
  case arrayOfA, arrayOfP, arrayOfS, optionalInt, closure
  case typeOfA, typeOfB, typeOfD, typeOfE, typeOfS
  // Types that only properties and keys have.
  case p, q, pAndQ, aAndP, typeOfP, any, anyObject

  /// The types that values have.
  static let concrete = allCases.filter(\.isConcrete)
  /// The types that properties and keys are made with.
  static let declarable = allCases.filter {
    ![.typeOfB, .typeOfD, .typeOfE, .typeOfS].contains($0)
  }

  var isConcrete: Bool { rawValue < Self.p.rawValue }
  var isMetatype: Bool { (Self.typeOfA.rawValue...Self.typeOfS.rawValue).contains(rawValue) }
  var isExistential: Bool { rawValue >= Self.p.rawValue && self != .typeOfP }
  /// Whether a protocol is in it, so that it does not tell at run time whether values are `Sendable`.
  var hasProtocol: Bool { rawValue >= Self.p.rawValue || self == .arrayOfP }
  var isClass: Bool { rawValue <= Self.g.rawValue }

  /// The superclass, for a class.
  var superclass: ModelType? {
    switch self {
    case .b, .e, .g: .a
    case .c: .b
    default: nil
    }
  }

  /// What is asked of a value of this type.
  private var bounds: Bounds {
    switch self {
    case .p: Bounds(protocols: [.p])
    case .q: Bounds(isObject: true, protocols: [.q])
    case .pAndQ: Bounds(isObject: true, protocols: [.p, .q])
    case .aAndP: Bounds(base: .a, isObject: true, protocols: [.p])
    case .any: Bounds()
    case .anyObject: Bounds(isObject: true)
    case .d: Bounds(base: .d, isObject: true, protocols: [.p])
    case .e: Bounds(base: .e, isObject: true, protocols: [.p, .q])
    case .a, .b, .c, .g: Bounds(base: self, isObject: true)
    case .s: Bounds(base: .s, protocols: [.p])
    case .typeOfP: Bounds(isMetatype: true, protocols: [.p])
    case .typeOfA: Bounds(base: .a, isMetatype: true)
    case .typeOfB: Bounds(base: .b, isMetatype: true)
    case .typeOfD: Bounds(base: .d, isMetatype: true, protocols: [.p])
    case .typeOfE: Bounds(base: .e, isMetatype: true, protocols: [.p, .q])
    case .typeOfS: Bounds(base: .s, isMetatype: true, protocols: [.p])
    default: Bounds(base: self)
    }
  }

  /// Whether each value of this type fits a property of the other one.
  func always(fits wanted: ModelType) -> Bool {
    wanted == self || areIntegers(wanted) || bounds.imply(wanted.bounds)
  }

  /// Whether a value of this type may fit a property of the other one.
  ///
  /// Nobody knows all subclasses: one may conform to any protocol.
  func may(fit wanted: ModelType) -> Bool {
    // What it takes for the superclass of a composition is not told from the type.
    if isClass && wanted == .aAndP || areIntegers(wanted) { return true }
    return bounds.agree(with: wanted.bounds)
  }
}

extension ModelType {
  /// Whether both are integers, with or without an `Optional` around them, which is seen through.
  private func areIntegers(_ other: ModelType) -> Bool {
    let integers: [ModelType] = [.int, .optionalInt]
    return integers.contains(self) && integers.contains(other)
  }
}

/// What a type asks of its values.
private struct Bounds {
  /// The class that is inherited from, or the value type.
  var base: ModelType?
  var isObject = false
  var isMetatype = false
  var protocols: [ModelType] = []

  func imply(_ wanted: Bounds) -> Bool {
    if wanted.isMetatype != isMetatype, wanted.isMetatype || wanted.asksForAnything { return false }
    if wanted.isObject && !isObject { return false }
    if !wanted.protocols.allSatisfy(protocols.contains) { return false }
    guard let wantedBase = wanted.base else { return true }
    return isBased(on: wantedBase)
  }

  func agree(with wanted: Bounds) -> Bool {
    if isMetatype != wanted.isMetatype { return !(isMetatype ? wanted : self).asksForAnything }
    switch (base, wanted.base) {
    case (let base?, _) where !base.isClass: return imply(wanted)
    case (_, let base?) where !base.isClass: return wanted.imply(self)
    case (_?, let wantedBase?): return isBased(on: wantedBase) || wanted.isBased(on: base!)
    default: return true
    }
  }

  private var asksForAnything: Bool { base != nil || isObject || !protocols.isEmpty }

  private func isBased(on other: ModelType) -> Bool {
    var current = base
    while let type = current {
      if type == other { return true }
      current = type.superclass
    }
    return false
  }
}
