import Foundation

/// The nesting of a binary property list, checked without decoding the list.
///
/// Foundation decodes level by level on the stack: a list that refers back to itself, or has a
/// hundred thousand levels, would end the process. The format is a table of objects that refer to
/// each other by number; this walk needs only the numbers, and keeps its path in an array.
struct ArchiveShape {
  /// More levels than a program's own values have, and fewer than overflow the stack of any thread.
  private static let deepest = 256

  private let bytes: [UInt8]
  private let offsets: [Int]
  private let referenceSize: Int
  private let top: Int

  /// Whether a list is nested to a reasonable depth.
  ///
  /// True for data that is no list: the decoder refuses it.
  static func isShallow(_ data: Data) -> Bool {
    guard let shape = ArchiveShape([UInt8](data)) else { return true }
    return shape.isShallow
  }

  private init?(_ bytes: [UInt8]) {
    // The last 32 bytes are the trailer, with the places of the tables.
    guard bytes.count >= 40 else { return nil }
    func number(at start: Int, _ size: Int) -> Int? {
      guard (1...8).contains(size), start >= 0, start <= bytes.count - size else { return nil }
      return Int(
        exactly: bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
    let trailer = bytes.count - 32
    referenceSize = Int(bytes[trailer + 7])
    let offsetSize = Int(bytes[trailer + 6])
    guard let count = number(at: trailer + 8, 8), let top = number(at: trailer + 16, 8),
      let table = number(at: trailer + 24, 8), (0...bytes.count).contains(count), top < count
    else { return nil }
    var offsets: [Int] = []
    for index in 0..<count {
      let (start, overflows) = table.addingReportingOverflow(index * offsetSize)
      guard !overflows, let offset = number(at: start, offsetSize), offset < trailer else {
        return nil
      }
      offsets.append(offset)
    }
    self.bytes = bytes
    self.offsets = offsets
    self.top = top
  }

  /// The elements of a collection; none for other objects.
  private func children(of object: Int) -> [Int] {
    var position = offsets[object]
    let marker = bytes[position]
    position += 1
    let isDictionary = marker >> 4 == 0xD
    guard [0xA, 0xB, 0xC, 0xD].contains(marker >> 4) else { return [] }
    var count = Int(marker & 0xF)
    if count == 0xF {
      // The count follows, as a number of so many bytes.
      guard position < bytes.count else { return [] }
      let size = 1 << Int(bytes[position] & 0xF)
      guard size <= 8, position + 1 + size <= bytes.count else { return [] }
      count = bytes[position + 1..<position + 1 + size].reduce(0) {
        ($0 & 0xFF_FFFF) << 8 | Int($1)
      }
      position += 1 + size
    }
    count *= isDictionary ? 2 : 1
    guard (1...8).contains(referenceSize), count <= (bytes.count - position) / referenceSize else {
      return []
    }
    return (0..<count).compactMap { index in
      let start = position + index * referenceSize
      let child = bytes[start..<start + referenceSize].reduce(0) {
        ($0 & 0xFFFF_FFFF_FFFF) << 8 | Int($1)
      }
      return child < offsets.count ? child : nil
    }
  }

  private enum Height {
    case unknown
    /// The object is on the current path.
    case open
    case known(Int)
  }

  private var isShallow: Bool {
    var heights = Array(repeating: Height.unknown, count: offsets.count)
    var way: [(object: Int, children: [Int], next: Int, height: Int)] = []
    func enter(_ object: Int) {
      heights[object] = .open
      way.append((object, children(of: object), 0, 0))
    }
    enter(top)
    while let last = way.last {
      guard last.next < last.children.count else {
        heights[last.object] = .known(last.height)
        way.removeLast()
        if !way.isEmpty {
          way[way.count - 1].height = max(way[way.count - 1].height, last.height + 1)
        }
        continue
      }
      way[way.count - 1].next += 1
      switch heights[last.children[last.next]] {
      case .open: return false
      case .known(let height):
        way[way.count - 1].height = max(last.height, height + 1)
      case .unknown:
        enter(last.children[last.next])
      }
      guard way.count <= Self.deepest, way[way.count - 1].height <= Self.deepest else {
        return false
      }
    }
    return true
  }
}
