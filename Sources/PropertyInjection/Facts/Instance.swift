/// A value, with its type erased; where it belongs to an actor, it is released there.
///
/// An object, because it is handed on many times while it is made: what may be a struct is copied through its type's
/// metadata each time. Not generic: the runtime would have to make a class for the type of each value.
package final class Instance: @unchecked Sendable {
  // Unchecked: the value is `Sendable`, or its binding is confined to an actor that is checked
  // before every use, or the user vouched for it, `unchecked`. It changes only in `deinit`.
  private let type: Any.Type
  private let isolation: Isolation
  /// The value, if its type is a class; else a box with it.
  @exclusivity(unchecked)  // It changes only in `deinit`, and each use would be checked.
  private var held: AnyObject?
  /// Where the value lies in its box; nil without a box.
  private let address: UnsafeRawPointer?
  // Not stored: a program has many instances.
  private var kind: TypeKind { address == nil ? .class : TypeKind(type) }

  /// - Parameter value: The address of a value of the type, which has this kind.
  init(
    of type: Any.Type, _ kind: TypeKind, copyOf value: UnsafeRawPointer, on isolation: Isolation
  ) {
    (self.type, self.isolation) = (type, isolation)
    if kind == .class {
      (held, address) = (value.load(as: AnyObject.self), nil)
    } else {
      let copy = CachedValue(of: type)
      copy.keep(copyOf: value)
      (held, address) = (copy, copy.value)
    }
  }

  /// A class instance, as a value of its own class.
  init(_ object: AnyObject) {
    (type, isolation, held, address) = (Swift.type(of: object), .none, object, nil)
  }

  deinit { if isolation != .none { isolation.releaseElsewhere(&held) } }

  private func withAddress<Result>(_ body: (UnsafeRawPointer) -> Result) -> Result {
    if let address { return body(address) }
    return withUnsafePointer(to: held) { body($0) }
  }

  private func open<Result>(_ body: (Any) -> Result) -> Result {
    withAddress { address in
      func open<Value>(_: Value.Type) -> Result {
        body(address.assumingMemoryBound(to: Value.self).pointee)
      }
      return _openExistential(type, do: open)
    }
  }

  /// The dynamic type of the value, which is not looked into.
  package var dynamicType: Any.Type {
    if address == nil, let held { return Swift.type(of: held) }
    return open { Swift.type(of: $0) }
  }

  /// How well it fits a type; nil if it does not, on any actor.
  package func fit<Target>(_ target: Target.Type) -> TypeFit? {
    if type == target { return .exact }
    // Quickly, because a look-up by type may ask every binding.
    if address == nil, let held, target is AnyClass {
      return Swift.type(of: held) is Target.Type ? .known : nil
    }
    return open { TypeMatching.flatten($0) }
      .flatMap { TypeMatching.fit(ofValue: $0, to: target) }
  }

  /// Hands over the address of the value as a value of a type; returns the reason if it does not fit.
  ///
  /// The code runs on an actor or on none. It runs no code of the user.
  @inline(never)  // Called in many places.
  package func hand(
    as target: Any.Type, isOnActor: Bool, to use: (UnsafeRawPointer) -> Void
  ) -> Misfit? {
    withAddress {
      TypeMatching.hand($0, of: type, kind, as: target, isOnActor: isOnActor, to: use)
    }
  }

  /// The value as a value of a type; nil if it does not fit.
  package func value<Target>(as target: Target.Type, isOnActor: Bool) -> Target? {
    var value: Target?
    _ = hand(as: target, isOnActor: isOnActor) {
      value = $0.assumingMemoryBound(to: target).pointee
    }
    return value
  }

  /// The value, if it is a class instance.
  var object: AnyObject? { value(as: AnyObject.self, isOnActor: false) }
}

/// A value that is the same for every thread and for good, once it is set.
///
/// A read takes no lock and does no reference counting.
package class CachedValue: @unchecked Sendable {
  // Unchecked: everything that changes is atomic.

  /// The type of the value.
  final let type: Any.Type
  // The address of the value; 0 while there is none.
  private let address = PublishedWord()

  init(of type: Any.Type) { self.type = type }

  deinit {
    guard let value = UnsafeMutableRawPointer(bitPattern: address.value) else { return }
    func release<Value>(_: Value.Type) { Self.release(value.assumingMemoryBound(to: Value.self)) }
    _openExistential(type, do: release)
  }

  /// Ends a value that was allocated for itself.
  static func release<Value>(_ value: UnsafeMutablePointer<Value>) {
    value.deinitialize(count: 1)
    value.deallocate()
  }

  /// The value; nil while there is none.
  @inline(__always)
  final var value: UnsafeRawPointer? { UnsafeRawPointer(bitPattern: address.value) }

  /// The value, which is of the type; it is made if there is none.
  final func value<Value>(or make: @autoclosure () -> Value) -> Value {
    while true {
      if let value { return value.assumingMemoryBound(to: Value.self).pointee }
      keep(make())
    }
  }

  /// Sets the value to a copy of the value at an address, which is of the type; the first one stays.
  final func keep(copyOf value: UnsafeRawPointer) {
    func open<Value>(_: Value.Type) { keep(value.assumingMemoryBound(to: Value.self).pointee) }
    _openExistential(type, do: open)
  }

  /// Sets the value, which is of the type; the first one stays.
  final func keep<Value>(_ value: Value) {
    let copy = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    copy.initialize(to: value)
    if !address.publishFirst(UInt(bitPattern: copy)) { Self.release(copy) }
  }
}

/// The actor that code or a value belongs to, or none; compared by identity.
///
/// It is a static fact of the code that registers, declares or injects: it comes from `#isolation`,
/// never from the current thread.
package struct Isolation: Equatable {
  // Retained: the address of a freed actor could be reused by another.
  package let actor: (any Actor)?

  package init(actor: (any Actor)?) { self.actor = actor }

  package static let none = Isolation(actor: nil)
  package static let mainActor = Isolation(actor: MainActor.shared)
  /// To be compared: to ask the actor itself would retain it.
  static let mainActorAddress = UInt(bitPattern: ObjectIdentifier(MainActor.shared))

  /// Whether code that runs on `other` may use what belongs to this actor.
  package func admits(_ other: Isolation) -> Bool { actor == nil || self == other }

  package static func == (one: Isolation, other: Isolation) -> Bool { one.actor === other.actor }

  /// The name of the actor's type, for reports.
  package var name: String? { actor.map { TypeName.of(type(of: $0)) } }

  /// The name, for reports about what belongs to an actor.
  package var text: String { name ?? "an actor" }
}

extension Isolation {
  /// Whether the current code may be running on the actor.
  ///
  /// Only the main actor can be checked at run time; for other actors the compiler has checked it.
  var mayBeHere: Bool { !isMainActor || MainActorWitness.isHere }

  private var isMainActor: Bool { self == .mainActor }

  /// Whether it is an actor of which nothing can tell at run time whether code runs on it.
  ///
  /// A struct may leave such an actor, if it is `Sendable`.
  package var isBeyondCheck: Bool { actor != nil && !isMainActor }
}

/// The actor that code or a value belongs to, or none, without keeping the actor alive.
///
/// A part of an object refers to the object's actor in this way, because the actor may own the object.
package struct WeakIsolation: @unchecked Sendable {
  // Unchecked: the reference is never set again, and actors are `Sendable`.
  private weak var actor: (any Actor)?
  /// The actor's type, also when the actor is gone; nil for no actor.
  private let actorType: (any Actor.Type)?

  init(_ isolation: Isolation) {
    actor = isolation.actor
    actorType = isolation.actor.map { type(of: $0) }
  }

  /// The name of the actor's type, for reports about what belongs to an actor.
  var text: String { actorType.map(TypeName.of) ?? "an actor" }

  /// The actor, or none; nil if the actor is gone.
  var retained: Isolation? {
    actorType == nil ? Isolation.none : actor.map { Isolation(actor: $0) }
  }
}

/// Tells whether code runs on the main actor: a cast finds a conformance of that actor there only.
@MainActor
private final class MainActorWitness: @MainActor MainActorBound {
  private static nonisolated let witness = MainActorWitness()
  /// Not nil on the main thread, once a cast has found that the main actor's code runs there: a cast costs 1,000 instructions.
  private static nonisolated let found = ThreadSlot()

  nonisolated init() {}

  static nonisolated var isHere: Bool {
    if found.address != nil { return true }
    let isHere = Conformance.isHere(witness, (any MainActorBound).self)
    // The main actor may have an executor of the program's own, which runs code on other threads, too.
    if isHere, CurrentThread.isMain { found.address = UnsafeRawPointer(bitPattern: 1) }
    return isHere
  }
}

private protocol MainActorBound {}

/// Holds content that belongs to an actor, and releases it there.
///
/// The holder may be retained and dropped anywhere; its content is used on the actor only.
final class Confined<Content>: @unchecked Sendable {
  // Unchecked: code that uses the content is on its actor, as the binding has checked, and the
  // content changes only in `deinit`.
  private var stored: Content?
  // Nil if the actor is gone.
  private let actor: () -> Isolation?

  init(_ content: Content, to isolation: Isolation) {
    stored = content
    actor = { isolation }
  }

  /// A holder that the actor may own.
  ///
  /// The content of an actor that is gone is released at once.
  init(_ content: Content, toWeak isolation: Isolation) {
    stored = content
    actor = { [isolation = WeakIsolation(isolation)] in isolation.retained }
  }

  deinit { actor()?.releaseElsewhere(&stored) }

  // Nil in `deinit` only.
  var content: Content { stored! }
}

extension Isolation {
  /// Releases content that belongs to the actor in a task of the actor.
  ///
  /// Leaves it to the holder, which ends, if there is no actor, or if it is the main actor and this is the main thread. The
  /// release may run a `deinit` of the user, which may use other objects of the actor.
  fileprivate func releaseElsewhere<Content>(_ content: inout Content?) {
    // Of the main actor alone it is known whether the current code runs on it.
    guard let actor, !(isMainActor && mayBeHere) else { return }
    let last = LastReference(taking: &content)
    Task.detached { await last.release(on: actor) }
  }
}

/// The only reference to some content, on its way to an actor.
private final class LastReference<Content>: @unchecked Sendable {
  // Unchecked: handed to one task, which alone touches the content.
  private var content: Content?

  /// Moves the content: a copy that stays behind could be released last, off the actor.
  init(taking content: inout Content?) { swap(&self.content, &content) }

  func release(on actor: isolated any Actor) { content = nil }
}

/// A reference that does not keep its object.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: it is never changed; an object that belongs to an actor is handed out there only.
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
