/// The runtime's functions for the values of a type, called directly.
///
/// In generic code that is not specialized the runtime builds types at every step, such as
/// `Optional<Value>`; these functions need only the one type. The table's layout is fixed by the
/// ABI (docs/ABI in the compiler's repository, "value witness table"), and its functions have C's
/// calling convention.
package struct ValueWitnesses: @unchecked Sendable {
  // Unchecked: it is constant memory of the program.
  private let type: UnsafeRawPointer
  private let copy: Copy
  private let getTag: GetTag
  private let setTag: SetTag

  private typealias Copy =
    @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, UnsafeRawPointer) ->
    UnsafeMutableRawPointer
  private typealias GetTag =
    @convention(c) (UnsafeRawPointer, UInt32, UnsafeRawPointer) -> UInt32
  private typealias SetTag =
    @convention(c) (UnsafeMutableRawPointer, UInt32, UInt32, UnsafeRawPointer) -> Void

  package init(_ type: Any.Type) {
    // The word before the metadata leads to the table.
    self.type = TypeMetadata(type).address
    let word = MemoryLayout<UInt>.size
    let table = self.type.load(fromByteOffset: -word, as: UnsafeRawPointer.self)
    copy = table.load(fromByteOffset: 2 * word, as: Copy.self)
    getTag = table.load(fromByteOffset: 6 * word, as: GetTag.self)
    setTag = table.load(fromByteOffset: 7 * word, as: SetTag.self)
  }

  /// Whether an optional of the type is nil.
  @inline(__always)
  package func isNil(_ optional: UnsafeMutableRawPointer) -> Bool { getTag(optional, 1, type) != 0 }

  /// Makes an optional of memory that holds nothing.
  func makeNil(_ optional: UnsafeMutableRawPointer) { setTag(optional, 1, 1, type) }

  /// Stores a copy of a value in an optional that is nil.
  @inline(__always)
  func fill(_ optional: UnsafeMutableRawPointer, with value: UnsafeRawPointer) {
    _ = copy(optional, value, type)
    setTag(optional, 0, 1, type)
  }
}
