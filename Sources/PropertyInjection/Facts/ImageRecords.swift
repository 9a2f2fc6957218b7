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
        let word = MemoryLayout<UInt>.size
        let place = sections + (section == .types ? 8 : 6) * word
        new.append(
          UnsafeRawBufferPointer(
            start: place.load(as: UnsafeRawPointer?.self),
            count: place.load(fromByteOffset: word, as: Int.self)))
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
    // docs/ABI/TypeMetadata: kind, flags, number of protocols; the first protocol.
    target = TypeMetadata(existential).address.load(
      fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
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
