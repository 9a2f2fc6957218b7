/// The types of the process that adopt a protocol, as far as the records of conformances tell.
///
/// It says no for certain, and else perhaps: a cast tells then. A cast looks through the same records, for each type anew.
/// The compiler leaves them in each image of the process, and the runtime's list of images hands them out; where there is
/// no such list, on Apple's platforms, it always says perhaps.
struct ProtocolAdopters {
  /// The descriptor of the protocol.
  private let target: UnsafeRawPointer?
  private var descriptors: Set<UnsafeRawPointer> = []
  /// How many images have been read.
  private var imageCount = 0
  /// Whether a type adopts it that has no descriptor: a class of Objective-C.
  private var hasOthers = false

  /// - Parameter existential: The type of one protocol, `(any P).self`.
  init(of existential: Any.Type) {
    // docs/ABI/TypeMetadata: kind, flags, number of protocols; the first protocol.
    target = TypeMetadata(existential).address.load(
      fromByteOffset: 2 * MemoryLayout<UInt>.size, as: UnsafeRawPointer?.self)
  }

  #if canImport(Darwin)
    func mayInclude(_ levels: [Any.Type]) -> Bool { true }
  #else
    /// Whether a type may adopt it, or one of its superclasses; images that were loaded since are read first.
    ///
    /// - Parameter levels: The type and its superclasses.
    mutating func mayInclude(_ levels: [Any.Type]) -> Bool {
      for image in MetadataImages.conformances(after: &imageCount) { read(image) }
      return hasOthers
        || levels.contains { level in
          // A class that is imported from C keeps its descriptor elsewhere; no other type without one adopts anything.
          guard let descriptor = TypeMetadata(level).descriptor else { return level is AnyClass }
          // ContextDescriptorFlags: without bit 6 each image may have a descriptor of its own, as of a type imported from C.
          let isUnique = descriptor.load(as: UInt32.self) & 0x40 != 0
          return !isUnique || descriptors.contains(descriptor)
        }
    }

    /// Reads the records of an image, each a relative pointer to a conformance.
    private mutating func read(_ records: UnsafeRawBufferPointer) {
      for offset in stride(from: 0, to: records.count, by: 4) {
        guard let record = records.baseAddress.map({ $0 + offset }),
          let conformance = TypeMetadata.target(of: record)
        else { continue }
        // TargetProtocolConformanceDescriptor: the protocol, the type, the witness table, and the flags.
        guard indirectableTarget(of: conformance) == target else { continue }
        // ConformanceFlags: bits 3 to 5 say how it refers to the type: directly, through a pointer, or by a name.
        let kind = conformance.load(fromByteOffset: 12, as: UInt32.self) >> 3 & 7
        let type = TypeMetadata.target(of: conformance + 4)
        let descriptor = kind == 1 ? type?.load(as: UnsafeRawPointer?.self) : type
        if kind < 2, let descriptor { descriptors.insert(descriptor) } else { hasOthers = true }
      }
    }

    /// The target of a relative pointer, whose lowest bit says whether it leads there through another pointer.
    private func indirectableTarget(of pointer: UnsafeRawPointer) -> UnsafeRawPointer? {
      let offset = pointer.load(as: Int32.self)
      let target = pointer + Int(offset & ~1)
      return offset & 1 == 0 ? target : target.load(as: UnsafeRawPointer?.self)
    }
  #endif
}

#if !canImport(Darwin)
  /// The images of the process that have been compiled by Swift, in the order in which they were loaded.
  private enum MetadataImages {
    private struct Reading {
      let known: Int
      var count = 0
      var new: [UnsafeRawBufferPointer] = []
    }

    /// The records of conformances in the images after the first ones.
    ///
    /// - Parameter known: How many images are left out; how many there are, afterwards.
    static func conformances(after known: inout Int) -> [UnsafeRawBufferPointer] {
      var reading = Reading(known: known)
      withUnsafeMutablePointer(to: &reading) {
        enumerateSections(
          { sections, context in
            let reading = context.assumingMemoryBound(to: Reading.self)
            reading.pointee.count += 1
            if reading.pointee.count > reading.pointee.known {
              // MetadataSections: four words, then a start and a length of each section, of which that is the second.
              let word = MemoryLayout<UInt>.size
              reading.pointee.new.append(
                UnsafeRawBufferPointer(
                  start: sections.load(fromByteOffset: 6 * word, as: UnsafeRawPointer?.self),
                  count: sections.load(fromByteOffset: 7 * word, as: Int.self)))
            }
            return true
          }, $0)
      }
      known = reading.count
      return reading.new
    }
  }

  // Exported by the standard library for libraries that find tests. For addresses the calling conventions of C and Swift
  // agree.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func enumerateSections(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool,
    _ context: UnsafeMutableRawPointer)
#endif
