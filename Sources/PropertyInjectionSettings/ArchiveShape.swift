import Foundation

/// The nesting and the size of a binary property list, checked without decoding the list.
///
/// Foundation decodes level by level on the stack: a list that refers back to itself, or has a
/// hundred thousand levels, would end the process. And it decodes an object once for each reference
/// to it: a list of thirty levels, each of which refers to the next one twice, would take hours. The
/// format is a table of objects that refer to each other by number; this walk needs only the
/// numbers, looks at each object once, and keeps its path in an array.
struct ArchiveShape {
  /// More levels than a program's own values have, and fewer than overflow the stack of any thread.
  private static let deepest = 256

  /// The number of objects that a list may have beyond its bytes: as many as are decoded in a second.
  ///
  /// No encoder repeats collections, so that each object that is decoded has taken a byte at least.
  private static let spare = 1 << 17

  /// How many bytes count as an object: encoders do write equal texts once.
  private static let bytesOfObject = 1 << 11

  private let bytes: [UInt8]
  private var offsets: [Int] = []
  private let referenceSize: Int
  private var top = 0

  /// Whether a list is nested to a reasonable depth, and comes to a reasonable size when decoded.
  ///
  /// True for data that is no list: the decoder refuses it.
  static func isReasonable(_ data: Data) -> Bool {
    guard let shape = ArchiveShape([UInt8](data)) else { return true }
    return shape.isReasonable
  }

  private init?(_ bytes: [UInt8]) {
    // The last 32 bytes are the trailer, with the places of the tables.
    guard bytes.count >= 40 else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    referenceSize = Int(bytes[trailer + 7])
    let offsetSize = Int(bytes[trailer + 6])
    guard let count = number(at: trailer + 8, 8), let top = number(at: trailer + 16, 8),
      let table = number(at: trailer + 24, 8), top < count
    else { return nil }
    // However many it says there are, it ends where there is no number.
    for index in 0..<count {
      // Where this overflows it is negative, and no number is there.
      let start = table &+ index * offsetSize
      guard let offset = number(at: start, offsetSize), offset < trailer else { return nil }
      offsets.append(offset)
    }
    self.top = top
  }

  /// The number of so many bytes at a place; nil if it is not there, or too large.
  private func number(at start: Int, _ size: Int) -> Int? {
    guard (1...8).contains(size), start >= 0, start <= bytes.count - size else { return nil }
    return Int(exactly: bytes[start..<start + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  /// The parts that are decoded for each reference to an object: its elements, if it is a collection, and its
  /// own size, as a number of objects.
  private func content(of object: Int) -> (children: [Int], size: Int) {
    var position = offsets[object]
    let kind = bytes[position] >> 4
    var count = Int(bytes[position] & 0xF)
    position += 1
    if count == 0xF {
      // The count follows, as a number of so many bytes. After an object there is the trailer.
      let size = 1 << Int(bytes[position] & 0xF)
      guard let following = number(at: position + 1, size) else { return ([], 1) }
      count = min(following, bytes.count)
      position += 1 + size
    }
    // Of an array, a set or a dictionary; the others are numbers, dates, data and texts.
    guard [0xA, 0xB, 0xC, 0xD].contains(kind) else {
      return ([], 1 + count / Self.bytesOfObject)
    }
    count *= kind == 0xD ? 2 : 1
    guard (1...8).contains(referenceSize), count <= (bytes.count - position) / referenceSize else {
      return ([], 1)
    }
    let children = (0..<count).compactMap { index in
      number(at: position + index * referenceSize, referenceSize)
        .flatMap { $0 < offsets.count ? $0 : nil }
    }
    return (children, 1)
  }

  private var isReasonable: Bool {
    let largest = bytes.count + Self.spare
    // How many levels an object has, and how many objects it comes to. A cycle ends as deep as it may.
    var measures = [(height: Int, size: Int)?](repeating: nil, count: offsets.count)
    var way: [(object: Int, children: [Int], next: Int, height: Int, size: Int)] = []
    // Collections may lie over each other in the bytes, so that all of them are larger than the list.
    var looked = 0
    func enter(_ object: Int) {
      let (children, size) = content(of: object)
      looked += children.count
      way.append((object, children, 0, 0, size))
    }
    func add(height: Int, size: Int) {
      guard let last = way.indices.last else { return }
      way[last].height = max(way[last].height, height + 1)
      way[last].size += size
    }
    enter(top)
    while let last = way.last {
      guard way.count <= Self.deepest, last.height <= Self.deepest, last.size <= largest,
        looked <= largest
      else { return false }
      guard last.next < last.children.count else {
        measures[last.object] = (last.height, last.size)
        way.removeLast()
        add(height: last.height, size: last.size)
        continue
      }
      way[way.count - 1].next += 1
      let child = last.children[last.next]
      if let known = measures[child] {
        add(height: known.height, size: known.size)
      } else {
        enter(child)
      }
    }
    return true
  }
}
