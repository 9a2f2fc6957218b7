/// A type of the palette, as Swift knows it, under a name of the model's.
protocol ValueKind: SendableMetatype {
  associatedtype Value: Sendable

  static var type: ModelType { get }
  static func token(_ value: Value) -> Token
}

/// A value type of the palette whose values can be held weakly.
protocol ClassKind: ValueKind where Value: AnyObject {}

enum KindA: ClassKind {
  static let type = ModelType.a
  static func token(_ value: A) -> Token { Palette.token(value) }
}
enum KindB: ClassKind {
  static let type = ModelType.b
  static func token(_ value: B) -> Token { Palette.token(value) }
}
enum KindC: ClassKind {
  static let type = ModelType.c
  static func token(_ value: C) -> Token { Palette.token(value) }
}
enum KindD: ClassKind {
  static let type = ModelType.d
  static func token(_ value: D) -> Token { Token(.d, value.number) }
}
enum KindE: ClassKind {
  static let type = ModelType.e
  static func token(_ value: E) -> Token { Token(.e, value.number) }
}
enum KindG: ClassKind {
  static let type = ModelType.g
  static func token(_ value: G) -> Token { Token(.g, value.number) }
}
enum KindS: ValueKind {
  static let type = ModelType.s
  static func token(_ value: S) -> Token { Token(.s, value.number) }
}
enum KindT: ValueKind {
  static let type = ModelType.t
  static func token(_ value: T) -> Token { Token(.t, value.number) }
}
enum KindN: ValueKind {
  static let type = ModelType.n
  static func token(_ value: N) -> Token {
    switch value {
    case .number(let number): Token(.n, number)
    }
  }
}
enum KindInt: ValueKind {
  static let type = ModelType.int
  static func token(_ value: Int) -> Token { Token(.int, value) }
}
enum KindString: ValueKind {
  static let type = ModelType.string
  static func token(_ value: String) -> Token { Token(.string, Int(value) ?? -1) }
}
enum KindBool: ValueKind {
  static let type = ModelType.bool
  static func token(_ value: Bool) -> Token { Token(.bool, value ? 1 : 0) }
}
enum KindArrayOfA: ValueKind {
  static let type = ModelType.arrayOfA
  static func token(_ value: ContiguousArray<A>) -> Token { Token(.arrayOfA, value[0].number) }
}
enum KindArrayOfP: ValueKind {
  static let type = ModelType.arrayOfP
  static func token(_ value: ContiguousArray<any P>) -> Token { Token(.arrayOfP, value[0].number) }
}
enum KindArrayOfS: ValueKind {
  static let type = ModelType.arrayOfS
  static func token(_ value: ContiguousArray<S>) -> Token { Token(.arrayOfS, value[0].number) }
}
enum KindOptionalInt: ValueKind {
  static let type = ModelType.optionalInt
  static func token(_ value: Int?) -> Token { Token(.optionalInt, value ?? -1) }
}
enum KindClosure: ValueKind {
  static let type = ModelType.closure
  static func token(_ value: @escaping @Sendable () -> Int) -> Token { Token(.closure, value()) }
}
enum KindTypeOfA: ValueKind {
  static let type = ModelType.typeOfA
  static func token(_ value: A.Type) -> Token { Palette.token(ofType: value) }
}
enum KindP: ValueKind {
  static let type = ModelType.p
  static func token(_ value: any P) -> Token { Palette.token(value) }
}
enum KindQ: ValueKind {
  static let type = ModelType.q
  static func token(_ value: any Q) -> Token { Palette.token(value) }
}
enum KindPAndQ: ValueKind {
  static let type = ModelType.pAndQ
  static func token(_ value: any P & Q) -> Token { Palette.token(value) }
}
enum KindAAndP: ValueKind {
  static let type = ModelType.aAndP
  static func token(_ value: any A & P) -> Token { Palette.token(value) }
}
enum KindTypeOfP: ValueKind {
  static let type = ModelType.typeOfP
  static func token(_ value: any P.Type) -> Token { Palette.token(ofType: value) }
}
/// What is `Any` at run time.
///
/// Whether what is in it is optional is not compared.
enum KindAny: ValueKind {
  static let type = ModelType.any
  static func token(_ value: any Sendable) -> Token { Palette.token(value).held(as: .any) }
}
/// What is `AnyObject` at run time.
enum KindAnyObject: ValueKind {
  static let type = ModelType.anyObject
  static func token(_ value: any AnyObject & Sendable) -> Token { Palette.token(value) }
}

/// Goes from the model's types and values to Swift's, and back.
enum Palette {
  private static let kinds: [any ValueKind.Type] = [
    KindA.self, KindB.self, KindC.self, KindD.self, KindE.self, KindG.self,
    KindS.self, KindT.self, KindN.self, KindInt.self, KindString.self, KindBool.self,
    KindArrayOfA.self, KindArrayOfP.self, KindArrayOfS.self, KindOptionalInt.self,
    KindClosure.self, KindTypeOfA.self, KindP.self, KindQ.self, KindPAndQ.self, KindAAndP.self,
    KindTypeOfP.self, KindAny.self, KindAnyObject.self,
  ]
  private static let kindOfType: [(any ValueKind.Type)?] = ModelType.allCases.map { type in
    kinds.first { $0.type == type }
  }

  /// The kind of a type that properties and keys are made with.
  static func kind(_ type: ModelType) -> any ValueKind.Type { kindOfType[type.rawValue]! }

  /// A new value of a token's type, with its number.
  static func value(_ token: Token) -> any Sendable {
    let number = token.number
    return switch token.type {
    case .a: A(number)
    case .b: B(number)
    case .c: C(number)
    case .d: D(number)
    case .e: E(number)
    case .g: G(number)
    case .s: S(number: number)
    case .t: T(number: number)
    case .n: N.number(number)
    case .int: number
    case .string: String(number)
    case .bool: number == 1
    case .arrayOfA: ContiguousArray([A(number)])
    case .arrayOfP: [S(number: number)] as ContiguousArray<any P>
    case .arrayOfS: ContiguousArray([S(number: number)])
    case .optionalInt: Int?.some(number) as any Sendable
    case .closure: { @Sendable () -> Int in number } as @Sendable () -> Int
    case .typeOfA: A.self
    case .typeOfB: B.self
    case .typeOfD: D.self
    case .typeOfE: E.self
    case .typeOfS: S.self
    default: preconditionFailure("no value has the type \(token.type)")
    }
  }

  /// A new value as the type that a key or a property has.
  static func value<Kind: ValueKind>(_ token: Token, as kind: Kind.Type) -> Kind.Value {
    value(token) as! Kind.Value
  }

  /// The token of a value, by the type that the value has itself.
  static func token(_ value: any Sendable) -> Token {
    let type = Swift.type(of: value as Any)
    if let object = value as? A, let name = classes.first(where: { $0.0 == type })?.1 {
      return Token(name, object.number)
    }
    guard let kind = kinds.first(where: { valueType(of: $0) == type }) else {
      return token(ofType: value as? any Any.Type ?? Never.self)
    }
    return token(value, of: kind)
  }

  private static func valueType<Kind: ValueKind>(of kind: Kind.Type) -> any Any.Type {
    Kind.Value.self
  }

  private static func token<Kind: ValueKind>(_ value: any Sendable, of kind: Kind.Type) -> Token {
    Kind.token(value as! Kind.Value)
  }

  /// The token of a metatype.
  static func token(ofType type: any Any.Type) -> Token {
    let names: [(any Any.Type, ModelType)] = [
      (A.self, .typeOfA), (B.self, .typeOfB), (D.self, .typeOfD), (E.self, .typeOfE),
      (S.self, .typeOfS),
    ]
    return Token(names.first { $0.0 == type }?.1 ?? .any, 0)
  }

  private static let classes: [(any Any.Type, ModelType)] = [
    (A.self, .a), (B.self, .b), (C.self, .c), (E.self, .e), (G.self, .g),
  ]
}
