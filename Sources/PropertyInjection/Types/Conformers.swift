#if os(Linux) && _pointerBitWidth(_64)
  /// The types that conform to protocols, as the images of the process, its program and libraries, list them.
  ///
  /// Swift answers the first question whether a type conforms by looking through all conformances of
  /// the process, for each type anew. Here they are looked through once for each protocol; an image that
  /// is loaded later is looked through then.
  enum Conformers {
    // Descriptors are told apart by their addresses.
    private struct Known {
      var images: [LoadedImage] = []
      /// By protocol.
      var lists: [UInt: List] = [:]
      /// Whether code runs that lies in no image: it may add conformances that none lists.
      var isIncomplete = false

      mutating func addNewImages() { images += LoadedImage.all(after: images.count) }

      func surelyHolds(_ address: UInt) -> Bool {
        images.contains { $0.addresses?.contains(address) == true }
      }

      /// The types that conform to a protocol.
      mutating func types(conformingTo protocolAddress: UInt) -> Set<UInt> {
        lists[protocolAddress, default: List()].types(conformingTo: protocolAddress, in: images)
      }
    }

    private struct List {
      /// How many images have been looked through.
      private var imageCount = 0
      private var types: Set<UInt> = []

      /// The types that conform to the list's protocol.
      mutating func types(
        conformingTo protocolAddress: UInt, in images: [LoadedImage]
      ) -> Set<UInt> {
        for image in images[imageCount...] {
          image.forEachConformance {
            if $0.protocolAddress == protocolAddress { types.insert($0.typeAddress) }
          }
        }
        imageCount = images.count
        return types
      }
    }

    private static let known = Lock(Known())

    /// Notes the code that uses the library; that of an interpreter or a debugger lies in no image.
    static func note(codeAt location: CodeLocation) {
      guard location.file.hasPointerRepresentation else { return }
      let address = UInt(bitPattern: location.file.utf8Start)
      known.withLock { known in
        known.addNewImages()
        if !known.surelyHolds(address) { known.isIncomplete = true }
      }
    }

    /// Whether a type may conform to a protocol by itself, its superclasses left out; if not, it surely does not.
    static func mayInclude(_ type: Any.Type, of protocolDescriptor: UnsafeRawPointer) -> Bool {
      // A type that C declares may have several descriptors.
      guard let descriptor = TypeMetadata(type).descriptor, descriptor.isUnique else { return true }
      let typeAddress = UInt(bitPattern: descriptor.address)
      let protocolAddress = UInt(bitPattern: protocolDescriptor)
      return known.withLock { known in
        known.addNewImages()
        guard !known.isIncomplete, known.surelyHolds(typeAddress),
          known.surelyHolds(protocolAddress)
        else { return true }
        return known.types(conformingTo: protocolAddress).contains(typeAddress)
      }
    }
  }

  /// An image that Swift's runtime knows.
  ///
  /// `MetadataSections.h` of the toolchain: a version, the image's address and two unused words, then
  /// the address and the length of each section; that of the conformances is the second.
  private struct LoadedImage {
    private let sections: UnsafeRawPointer
    /// The addresses of the image; nil if that cannot be told.
    let addresses: Range<UInt>?

    private init(_ sections: UnsafeRawPointer) {
      self.sections = sections
      addresses = UnsafeRawPointer(bitPattern: Self.word(1, of: sections)).flatMap(Self.addresses)
    }

    private static func word(_ index: Int, of sections: UnsafeRawPointer) -> UInt {
      sections.load(fromByteOffset: index * MemoryLayout<UInt>.size, as: UInt.self)
    }

    /// The images that were loaded after the first ones; none is ever unloaded.
    static func all(after count: Int) -> [LoadedImage] {
      var search = Search(left: count)
      withUnsafeMutablePointer(to: &search) {
        visitImages(
          { sections, search in
            search.assumingMemoryBound(to: Search.self).pointee.add(sections)
            return true
          }, UnsafeMutableRawPointer($0))
      }
      return search.found
    }

    private struct Search {
      /// How many images are to be passed over.
      var left: Int
      var found: [LoadedImage] = []

      mutating func add(_ sections: UnsafeRawPointer) {
        if left > 0 { left -= 1 } else { found.append(LoadedImage(sections)) }
      }
    }

    /// The addresses of an image, as the header says that it starts with.
    ///
    /// `elf.h`: the place, the size and the number of the entries for segments; for one that is loaded,
    /// its address and length. Addresses count from that of the first, where the header lies.
    private static func addresses(_ header: UnsafeRawPointer) -> Range<UInt>? {
      guard header.load(as: UInt32.self) == 0x464C_457F else { return nil }
      let entries = header + header.load(fromByteOffset: 32, as: Int.self)
      let size = Int(header.load(fromByteOffset: 54, as: UInt16.self))
      let count = Int(header.load(fromByteOffset: 56, as: UInt16.self))
      let loaded = (0..<count).map { entries + $0 * size }.filter { $0.load(as: UInt32.self) == 1 }
      let ends = loaded.map {
        $0.load(fromByteOffset: 16, as: Int.self) + $0.load(fromByteOffset: 40, as: Int.self)
      }
      guard let first = loaded.first?.load(fromByteOffset: 16, as: Int.self), let end = ends.max()
      else { return nil }
      return UInt(bitPattern: header)..<UInt(bitPattern: header + (end - first))
    }

    /// Visits the conformances; each entry of their section is the distance to a descriptor.
    func forEachConformance(_ visit: (ConformanceDescriptor) -> Void) {
      guard let start = UnsafeRawPointer(bitPattern: Self.word(6, of: sections)) else { return }
      for offset in stride(from: 0, to: Int(Self.word(7, of: sections)), by: 4) {
        let distance = start + offset
        visit(ConformanceDescriptor(address: distance + Int(distance.load(as: Int32.self))))
      }
    }
  }

  /// A conformance as the compiler has stored it: the distances to its protocol, to its type and to its
  /// table, then flags.
  private struct ConformanceDescriptor {
    let address: UnsafeRawPointer

    /// The address of the protocol's descriptor.
    var protocolAddress: UInt {
      let distance = Int(address.load(as: Int32.self))
      return Self.target(of: address + (distance & ~1), isIndirect: distance & 1 != 0)
    }

    /// The address of the type's descriptor.
    var typeAddress: UInt {
      let distance = address + 4
      let flags = address.load(fromByteOffset: 12, as: UInt32.self)
      return Self.target(
        of: distance + Int(distance.load(as: Int32.self)), isIndirect: flags >> 3 & 7 != 0)
    }

    /// The address itself, or the address that is stored there.
    private static func target(of address: UnsafeRawPointer, isIndirect: Bool) -> UInt {
      isIndirect ? address.load(as: UInt.self) : UInt(bitPattern: address)
    }
  }

  // The runtime exports it for programs that look for declarations: Swift Testing finds tests with it.
  @_silgen_name("swift_enumerateAllMetadataSections")
  private func visitImages(
    _ body: @convention(c) (UnsafeRawPointer, UnsafeMutableRawPointer) -> Bool,
    _ context: UnsafeMutableRawPointer)
#else
  /// The types that conform to protocols: only the images of Linux are read, elsewhere each type may.
  enum Conformers {
    static func note(codeAt location: CodeLocation) {}

    static func mayInclude(_ type: Any.Type, of protocolDescriptor: UnsafeRawPointer) -> Bool {
      true
    }
  }
#endif
