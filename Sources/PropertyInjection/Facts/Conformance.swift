/// How a type conforms to the protocols of a protocol type.
///
/// A conformance may belong to an actor, `@MainActor P`. A cast on the wrong actor does not find
/// it; a cast on the right one finds it like any other. Code that belongs to no actor may run on
/// the main thread by chance, so for such code a successful cast proves nothing: the flags of the
/// conformance count.
package enum Conformance {
  case none
  /// A conformance that may be used everywhere.
  case anywhere
  /// A conformance that belongs to an actor, or of which that cannot be told.
  case ofActor

  /// Finds the conformance of a type to the protocols of a protocol type, on any thread.
  ///
  /// Nil if it cannot be told without a value: for protocols with arguments, `any P<Int>`, and
  /// those of Objective-C. The first question about a type and a protocol looks through all conformances of the process.
  package static func find(_ type: Any.Type, to existential: Any.Type) -> Conformance? {
    // docs/ABI/TypeMetadata: kind, flags, number of protocols, a superclass if the flags say so, protocols.
    let metadata = TypeMetadata(existential).address
    guard metadata.load(as: UInt.self) == 0x303 else { return nil }
    let flags = metadata.load(fromByteOffset: wordSize, as: UInt32.self)
    let count = Int(metadata.load(fromByteOffset: wordSize + 4, as: UInt32.self))
    // It is for objects only.
    if flags & 0x8000_0000 == 0, !(type is AnyClass) { return Conformance.none }
    let hasSuperclass = flags & 0x4000_0000 != 0
    if hasSuperclass {
      let superclass = metadata.load(fromByteOffset: wordSize + 8, as: Any.Type.self)
      if !TypeMatching.isSubclass(type, of: superclass) { return Conformance.none }
    }
    let first = metadata + wordSize + 8 + (hasSuperclass ? wordSize : 0)
    var conformance = anywhere
    for index in 0..<count {
      let reference = (first + index * wordSize).load(as: UInt.self)
      // The lowest bit marks a protocol of Objective-C.
      guard reference & 1 == 0, let descriptor = UnsafeRawPointer(bitPattern: reference) else {
        return nil
      }
      guard let table = runtimeConformance(type, descriptor) else { return Conformance.none }
      if mayBelongToActor(table) { conformance = ofActor }
    }
    return conformance
  }

  /// Whether a value of a protocol's type got that type through a conformance that belongs to an
  /// actor, or of which that cannot be told.
  ///
  /// - Parameter value: A value of an existential type, such as `any P`, or of its metatype. Values
  ///   of other types use no conformance. Pass a variable of such a type `as any P`; else Swift
  ///   opens it.
  static func belongsToActor<Existential>(of value: borrowing Existential) -> Bool {
    let metadata = TypeMetadata(Existential.self).address
    let holdsOneWord: Bool
    switch metadata.load(as: UInt.self) {
    case 0x303:
      let flags = metadata.load(fromByteOffset: wordSize, as: UInt32.self)
      // `any Error` is a box of its own. It is Sendable, so its conformances belong to no actor.
      guard flags & 0x3F00_0000 == 0 else { return false }
      holdsOneWord = flags & 0x8000_0000 == 0
    case 0x306:
      holdsOneWord = true
    case 0x307:
      // `any P<Int>` and its metatype: the shape says which of the three.
      let shape = metadata.load(fromByteOffset: wordSize, as: UnsafeRawPointer.self)
      holdsOneWord = shape.load(as: UInt32.self) & 0xFF != 0
    default:
      return false
    }
    // docs/ABI/TypeLayout: an object or a type, or a buffer of three words and a type. A witness
    // table for each protocol fills the rest.
    let start = (holdsOneWord ? 1 : 4) * wordSize
    return withUnsafePointer(to: value) { value in
      stride(from: start, to: MemoryLayout<Existential>.size, by: wordSize).contains {
        mayBelongToActor(
          UnsafeRawPointer(value).load(fromByteOffset: $0, as: UnsafeRawPointer.self))
      }
    }
  }

  /// Whether a value conforms to the protocols of a protocol type where this code runs.
  ///
  /// Not optimized: with the static types known, the check at run time might be skipped. Generic, because the runtime
  /// would look for a conformance of `Any` itself first.
  @_optimize(none)
  static func isHere<Subject, Target>(_ subject: Subject, _: Target.Type) -> Bool {
    subject is Target
  }

  /// Whether a conformance belongs to an actor, or one that it depends on does, or that cannot be
  /// told.
  ///
  /// `Box<Screen>: P` depends on `Screen: @MainActor P`, if that of `Box` is conditional.
  ///
  /// The first word of its table is the address of the conformance's descriptor, whose flags say it.
  /// The tables of conditional requirements lie before the first word. Only what is known here is
  /// read: a condition on a parameter pack has a list of tables, whose length nothing in them says.
  private static func mayBelongToActor(_ table: UnsafeRawPointer) -> Bool {
    let descriptor = table.load(as: UnsafeRawPointer.self)
    let flags = descriptor.load(fromByteOffset: 12, as: UInt32.self)
    guard flags & ~Self.knownFlags == 0 else { return true }
    let conditions = Int(flags >> 8 & 0xFF)
    let first = descriptor + 16 + (flags & Self.retroactiveFlag != 0 ? 4 : 0)
    var position = 0
    for condition in 0..<conditions {
      // `GenericRequirementFlags` of the ABI: the kind, which is 0 to conform to a protocol, and
      // whether the condition brings an argument, bit 7. Only what brings one has a table. Of a
      // pack or a value, bits 5 and 8, it is an argument of its own.
      let flags = (first + condition * 12).load(as: UInt32.self)
      if flags & Self.argumentFlag == 0 { continue }
      guard flags == Self.argumentFlag else { return true }
      position += 1
      let ofCondition = table.load(
        fromByteOffset: -position * wordSize, as: UnsafeRawPointer.self)
      if mayBelongToActor(ofCondition) { return true }
    }
    return false
  }

  // `ConformanceFlags` of the ABI. Known are the kind of the reference to the type, whether it is
  // retroactive, or synthesized, how many conditions it has, and what follows them. Not so the actor
  // that it is isolated to, bit 19, what is conditional on packs, from bit 24 on, and what is new.
  private static let knownFlags: UInt32 = 0x3_FFF8
  private static let retroactiveFlag: UInt32 = 1 << 6
  private static let argumentFlag: UInt32 = 1 << 7
}

// The runtime function behind a cast, without the rest of the cast. For two addresses the calling
// conventions of C and Swift agree.
@_silgen_name("swift_conformsToProtocolCommon")
private func runtimeConformance(
  _ type: Any.Type, _ descriptor: UnsafeRawPointer
) -> UnsafeRawPointer?

#if canImport(Darwin)
  private import MachO
#endif

/// The records that the compiler leaves in each image of the process: of its types, and of their conformances.
///
/// The runtime finds a type by its name with them, and a conformance; libraries that find tests read the same ones. Their
/// layout is fixed by the ABI. Exercised on Linux only.
package enum ImageRecords {
  /// A kind of record.
  package enum Section { case conformances, types }

  /// The records in the images of the process after the first ones, in the order in which the images were loaded: of each
  /// image a row of relative pointers.
  ///
  /// - Parameter known: How many images are left out; how many there are, afterwards.
  package static func images(
    of section: Section, after known: inout Int
  ) -> [UnsafeRawBufferPointer] {
    var images: [UnsafeRawBufferPointer] = []
    #if canImport(Darwin)
      let count = Int(_dyld_image_count())
      for index in known..<max(known, count) {
        // An image of the shared cache, whose flag is 0x8000_0000, has no types of a program.
        guard let header = _dyld_get_image_header(UInt32(index)),
          header.pointee.flags & 0x8000_0000 == 0
        else { continue }
        var size: UInt = 0
        let start = UnsafeRawPointer(header).withMemoryRebound(to: mach_header_64.self, capacity: 1)
        {
          getsectiondata(
            $0, "__TEXT", section == .types ? "__swift5_types" : "__swift5_proto", &size)
        }
        images.append(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(size)))
      }
      known = max(known, count)
    #else
      var reading = Reading(section: section, known: known)
      withUnsafeMutablePointer(to: &reading) {
        enumerateSections(
          { sections, context in
            context.assumingMemoryBound(to: Reading.self).pointee.add(sections)
            return true
          }, $0)
      }
      (images, known) = (reading.new, reading.count)
    #endif
    return images
  }

  /// The address that a relative pointer leads to, if its lowest bit is set through another pointer.
  package static func target(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
    let offset = pointer.load(as: Int32.self)
    guard offset != 0 else { return nil }
    // The second bit belongs to the record of a type, and is not set for a type of Swift.
    let target = pointer + Int(offset & ~3)
    return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
  }

  #if !canImport(Darwin)
    private struct Reading {
      let section: Section
      let known: Int
      var count = 0
      var new: [UnsafeRawBufferPointer] = []

      mutating func add(_ sections: UnsafeRawPointer) {
        count += 1
        if count <= known { return }
        // MetadataSections: four words, then a start and a length of each section: protocols, conformances, types.
        let place = sections + (section == .types ? 8 : 6) * wordSize
        new.append(
          UnsafeRawBufferPointer(
            start: place.load(as: UnsafeRawPointer?.self),
            count: place.load(fromByteOffset: wordSize, as: Int.self)))
      }
    }
  #endif
}

#if !canImport(Darwin)
  // Exported by the standard library for libraries that find tests. For addresses the calling conventions of C and Swift
  // agree.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool,
    _ context: UnsafeMutableRawPointer)
#endif

extension UnsafeRawBufferPointer {
  /// The addresses of records of four bytes.
  @inline(__always)  // A process has thousands of them.
  package func forEachRecord(_ body: (UnsafeRawPointer) -> Void) {
    for offset in stride(from: 0, to: count, by: 4) {
      if let start = baseAddress { body(start + offset) }
    }
  }
}

/// The types of the process that adopt a protocol, as far as the records of conformances tell.
///
/// It says no for certain, and else perhaps: a cast tells then. A cast looks through the same records, for each type anew.
package struct ProtocolAdopters {
  /// The descriptor of the protocol.
  private let target: UnsafeRawPointer?
  /// The descriptors of the types that adopt it.
  package private(set) var descriptors: Set<UnsafeRawPointer> = []
  /// How many images have been read.
  private var imageCount = 0
  /// Whether a type adopts it that has no descriptor: a class of Objective-C.
  private var hasOthers = false

  /// - Parameter existential: The type of one protocol, `(any P).self`.
  package init(of existential: Any.Type) {
    target = TypeMetadata(existential).protocols.first
  }

  /// Whether a type may adopt it, or one of its superclasses; images that were loaded since are read first.
  ///
  /// Where the reader was never run, on Apple's platforms, it says perhaps.
  ///
  /// - Parameter levels: The type and its superclasses.
  mutating func mayInclude(_ levels: [Any.Type]) -> Bool {
    #if canImport(Darwin)
      return true
    #else
      update()
      return hasOthers
        || levels.contains { level in
          // A class that is imported from C keeps its descriptor elsewhere; no other type without one adopts anything.
          guard let descriptor = TypeMetadata(level).descriptor else { return level is AnyClass }
          // ContextDescriptorFlags: without bit 6 each image may have a descriptor of its own, as of a type imported from C.
          let isUnique = descriptor.load(as: UInt32.self) & 0x40 != 0
          return !isUnique || descriptors.contains(descriptor)
        }
    #endif
  }

  /// Reads the images that were loaded since.
  package mutating func update() {
    for image in ImageRecords.images(of: .conformances, after: &imageCount) {
      image.forEachRecord { read($0) }
    }
  }

  private mutating func read(_ record: UnsafeRawPointer) {
    // TargetProtocolConformanceDescriptor: the protocol, the type, the witness table, and the flags.
    guard let conformance = TypeMetadata.target(of: record),
      ImageRecords.target(of: conformance) == target
    else { return }
    // ConformanceFlags: bits 3 to 5 say how it refers to the type: directly, through a pointer, or by a name.
    let kind = conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 7
    let type = TypeMetadata.target(of: conformance + 4)
    let descriptor = kind == 1 ? type?.load(as: UnsafeRawPointer?.self) : type
    if kind < 2, let descriptor { descriptors.insert(descriptor) } else { hasOthers = true }
  }
}
