import PropertyInjection

/// The types of some Swift modules that have marks, or inherit some, found in the program itself.
struct FoundTypes {
  /// The types, in order of their names.
  let types: [Any.Type]
  /// The generic types, of which only an object tells the arguments, and their names.
  let generic: [(descriptor: UnsafeRawPointer, name: String)]
  /// The Swift modules that have types with marks, and are not looked through.
  let others: Set<String>
  /// The Swift modules that are built without the records of fields.
  let withoutFields: Set<String>

  /// - Parameter modules: The Swift modules to look through.
  init(of modules: Set<String>) {
    let program = MarkedTypes.read()
    let own = modules.flatMap { program.types[$0] ?? [] }
    types = own.compactMap(\.type).inOrder(of: TypeName.qualified)
    generic = own.filter(\.isGeneric).map { ($0.address, $0.name) }.inOrder(of: \.name)
    others = Set(program.types.keys).subtracting(modules).filter { !$0.hasSuffix("Tests") }
    withoutFields = program.withoutFields.intersection(modules)
  }

  /// Whether each type of the program that adopts a protocol is a class or an actor with stored properties.
  ///
  /// The fakes of tests count only where nothing else adopts it.
  static func areObjects(adopting existential: Any.Type) -> Bool {
    var adopters = ProtocolAdopters(of: existential)
    adopters.update()
    let types = adopters.descriptors.map(TypeDescriptor.init)
    let own = types.filter { !$0.outermost.name.hasSuffix("Tests") }
    return !types.isEmpty
      && (own.isEmpty ? types : own).allSatisfy { $0.type.map(TypeShape.isObject) ?? false }
  }
}

extension TypeShape {
  /// Whether the values of a type are objects with stored properties.
  static func isObject(_ type: Any.Type) -> Bool {
    TypeKind(type) == .class && !of(type, TypeHierarchy.levels(of: type)).fields.isEmpty
  }
}

/// The types of the process that have marks, or inherit some, as far as its images have been read.
///
/// Read are the records of types and of conformances, the descriptors and the records of fields: all of them constant. It
/// is a look at each type of the process, once: some tenths of a millisecond for some thousand types.
private struct MarkedTypes: @unchecked Sendable {
  // Unchecked: its pointers lead to constants of the program.
  /// Those of each Swift module.
  private(set) var types: [String: [TypeDescriptor]] = [:]
  /// The Swift modules that are built without the records of fields.
  private(set) var withoutFields: Set<String> = []
  /// How many images have been read.
  private var imageCount = 0
  /// The types of wrappers that name the library's marks.
  private var naming = [
    ProtocolAdopters(of: (any InjectionWrapper).self),
    ProtocolAdopters(of: (any AccessorWrapper).self),
  ]

  private static let ofProcess = Lock(MarkedTypes())

  /// The types of all images; those that were loaded since the last call are read first.
  static func read() -> MarkedTypes {
    ofProcess.withLock {
      $0.update()
      return $0
    }
  }

  private mutating func update() {
    let images = ImageRecords.images(of: .types, after: &imageCount)
    if images.isEmpty { return }
    let marks: [Any.Type] = [Injected<Never>.self, Required<Never>.self]
    var wrappers = Set(marks.compactMap { TypeMetadata($0).descriptor })
    for index in naming.indices {
      naming[index].update()
      wrappers.formUnion(naming[index].descriptors)
    }
    /// The modules by their declarations, of which there are few.
    var names: [UnsafeRawPointer: String] = [:]
    for image in images {
      image.forEachRecord { record in
        // The second bit is set for a class of Objective-C.
        guard record.load(as: Int32.self) & 2 == 0,
          let descriptor = ImageRecords.target(of: record).map(TypeDescriptor.init),
          descriptor.isClassOrStruct
        else { return }
        let outermost = descriptor.outermost
        let module = names.value(of: outermost.address) { outermost.name }
        if !descriptor.hasFields { withoutFields.insert(module) }
        if !wrappers.contains(descriptor.address), descriptor.hasMark(of: wrappers) {
          types[module, default: []].append(descriptor)
        }
      }
    }
  }
}

/// The declaration of a type, as the compiler has stored it (docs/ABI/TypeMetadata, "nominal type descriptors").
private struct TypeDescriptor {
  let address: UnsafeRawPointer

  private var flags: UInt32 { address.load(as: UInt32.self) }

  var isClassOrStruct: Bool { flags & 0x1F == 16 || flags & 0x1F == 17 }

  /// The name of the type, or of the module.
  var name: String {
    TypeMetadata.target(of: address + 8)
      .map { String(cString: $0.assumingMemoryBound(to: CChar.self)) } ?? "?"
  }

  /// The Swift module that declares it: the outermost of the declarations in which it is nested.
  var outermost: TypeDescriptor {
    var context = address
    while let parent = ImageRecords.target(of: context + 4) { context = parent }
    return TypeDescriptor(address: context)
  }

  /// Whether it, or a declaration in which it is nested, has type parameters.
  var isGeneric: Bool { flags & 0x80 != 0 }

  /// The type; nil if it is generic.
  var type: Any.Type? {
    // Swift's calling convention returns the metadata where C's returns a pointer; 0 asks for it complete.
    typealias Accessor = @convention(c) (Int) -> UnsafeRawPointer?
    guard !isGeneric, let accessor = TypeMetadata.target(of: address + 12) else { return nil }
    return unsafeBitCast(accessor, to: Accessor.self)(0).map {
      // A type at run time is the address of its metadata.
      unsafeBitCast($0, to: Any.Type.self)
    }
  }

  private var fields: [UnsafeRawPointer]? { TypeMetadata.fieldRecords(of: address) }

  /// Whether the program has the records of its stored properties, and their names.
  var hasFields: Bool {
    // There are no names if the first one has no characters.
    fields.map { $0.first.map { Self.label(of: $0) ?? 0 != 0 } ?? true } ?? false
  }

  /// The first character of a property's name; 0 or nil without one.
  private static func label(of record: UnsafeRawPointer) -> UInt8? {
    TypeMetadata.target(of: record + 8)?.load(as: UInt8.self)
  }

  /// Whether the type of a stored property, its own or one of a superclass, has one of some wrappers in it.
  func hasMark(of wrappers: Set<UnsafeRawPointer>) -> Bool {
    for record in fields ?? [] {
      // The compiler stores a wrapper under the property's name with an underscore before it.
      let label = Self.label(of: record)
      guard label == UInt8(ascii: "_") || label == UInt8(ascii: "`") else { continue }
      if Self.references(at: record + 4).contains(where: wrappers.contains) { return true }
    }
    guard flags & 0x1F == 16 else { return false }
    let superclass = Self.references(at: address + 20).first.map(TypeDescriptor.init)
    return superclass.map { $0.isClassOrStruct && $0.hasMark(of: wrappers) } ?? false
  }

  /// The declarations that the mangled name of a type refers to (docs/ABI/Mangling, "symbolic references").
  ///
  /// - Parameter pointer: Leads to the name.
  private static func references(at pointer: UnsafeRawPointer) -> [UnsafeRawPointer] {
    guard var next = TypeMetadata.target(of: pointer) else { return [] }
    var references: [UnsafeRawPointer] = []
    while true {
      let byte = next.load(as: UInt8.self)
      if byte == 0 { return references }
      if byte == 1 || byte == 2 {
        let target = next + 1 + Int((next + 1).loadUnaligned(as: Int32.self))
        // Directly, or through a pointer to it.
        let declaration = byte == 1 ? target : target.load(as: UnsafeRawPointer?.self)
        if let declaration { references.append(declaration) }
      }
      // A relative address follows the bytes 1 to 0x17, an absolute one those to 0x1F.
      next += byte < 0x18 ? 5 : byte < 0x20 ? 9 : 1
    }
  }
}

// For the reports of checks.
extension Wiring {
  /// For people: `42 types of Core and Station`, the Swift modules if types were found in any.
  func text(of types: [Any.Type]) -> String {
    let count = ValidationReport.text(types.count, "type", "types")
    if foundTypes.isEmpty { return count }
    let modules = Set(types.map(TypeName.module)).sorted()
    let last = modules.suffix(2).joined(separator: " and ")
    return "\(count) of \((modules.dropLast(2) + [last]).joined(separator: ", "))"
  }

  /// The Swift modules that were not looked through.
  var omittedModules: [String] { found.others.sorted() }

  /// The types that were not looked at, for people.
  ///
  /// - Parameter types: The types that were.
  func omitted(besides types: [Any.Type]) -> [String] {
    let levels = types.flatMap { TypeHierarchy.levels(of: $0) }
    let seen = Set(levels.compactMap { TypeMetadata($0).descriptor })
    let generic = found.generic.filter { !seen.contains($0.descriptor) }.map(\.name)
    let unseen = injector.registry.declarations.leftOut
      .subtracting(types.map { ObjectIdentifier($0) })
    let leftOut = found.types.filter { unseen.contains(ObjectIdentifier($0)) }.map(TypeName.of)
    return ValidationReport.listed(generic, "generic type", "generic types")
      + ValidationReport.listed(leftOut, "type that is left out", "types that are left out")
      + ValidationReport.listed(
        omittedModules,
        "Swift module whose code makes no installed module and does not call declareTypes",
        "Swift modules whose code makes no installed module and does not call declareTypes")
      + found.withoutFields.sorted().map {
        "the types of \($0), which is built without reflection metadata"
      }
  }
}
