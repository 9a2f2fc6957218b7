/// Tells threads apart, and where their stacks end.
package enum CurrentThread {
  /// Whether so little of the stack is left that the next code of the program may not fit.
  ///
  /// Half of it is left for that code and a report of it: the names of types that nest take the runtime about a kilobyte
  /// for each level. Where the stack is not known, as on one that the program has made itself, it is never so.
  @inline(never)  // So that its variable lies below the caller's.
  package static func isStackShort() -> Bool {
    var here: UInt8 = 0
    let address = withUnsafePointer(to: &here) { UInt(bitPattern: $0) }
    guard let low = lowest.address ?? findStackEnds(), let middle = middle.address else {
      return false
    }
    return UInt(bitPattern: low) <= address && address < UInt(bitPattern: middle)
  }

  // Of each thread's stack; asked for when code is nested.
  private static let lowest = ThreadSlot()
  private static let middle = ThreadSlot()

  @inline(never)  // Once for each thread.
  private static func findStackEnds() -> UnsafeRawPointer? {
    guard let stack = findStack() else { return nil }
    middle.address = UnsafeRawPointer(bitPattern: stack.lowerBound + UInt(stack.count) / 2)
    lowest.address = UnsafeRawPointer(bitPattern: stack.lowerBound)
    return lowest.address
  }
}

extension CurrentThread {
  /// What a thread will do, or has done, where threads may meet.
  package enum Meeting: Sendable {
    /// It will use a word that threads publish for each other.
    case word
    /// It will take the lock with this address.
    case take(UInt)
    case release(UInt)
    /// It will wait until another thread has changed the condition with this address.
    case wait(UInt)
    case change(UInt)
  }

  /// Lets a test decide which thread goes on; nothing in optimized builds.
  @inline(__always)
  static func meet(_ meeting: @autoclosure () -> Meeting) {
    #if DEBUG
      scheduler?.pointee(meeting())
    #endif
  }

  #if DEBUG
    private static let schedulers = ThreadSlot()

    /// The code of a test that decides which of its threads runs, instead of the system; nil nearly always.
    ///
    /// It returns when the thread may go on. A thread that has one waits for its turn wherever threads may meet: before
    /// it takes a lock, before it uses a word that threads publish for each other, and while it waits for a condition;
    /// it tells when it has released a lock, and when it has changed a condition. So a test can go through every order
    /// of the threads. Only debug builds have it.
    package static var scheduler: UnsafePointer<(Meeting) -> Void>? {
      get { schedulers.address?.assumingMemoryBound(to: ((Meeting) -> Void).self) }
      set { schedulers.address = UnsafeRawPointer(newValue) }
    }
  #endif
}
