/// Holds content that belongs to an actor, and releases it there.
///
/// The holder may be retained and dropped anywhere; its content is used on the actor only.
final class Confined<Content>: @unchecked Sendable {
  // Unchecked: code that uses the content is on its actor, as the binding has checked, and the
  // content changes only in `deinit`.
  private var stored: Content?
  private let actor: Reference

  private enum Reference {
    case kept(Isolation)
    // Apart, because most holders keep their actor, and have no room for it.
    indirect case weak(WeakIsolation)
  }

  init(_ content: Content, to isolation: Isolation) {
    stored = content
    actor = .kept(isolation)
  }

  /// A holder that the actor may own.
  ///
  /// The content of an actor that is gone is released at once.
  init(_ content: Content, toWeak isolation: Isolation) {
    stored = content
    actor = isolation == .none ? .kept(.none) : .weak(WeakIsolation(isolation))
  }

  deinit {
    switch actor {
    case .kept(let isolation): isolation.release(&stored)
    case .weak(let isolation): isolation.retained?.release(&stored)
    }
  }

  var content: Content {
    // Nil in `deinit` only.
    stored.unsafelyUnwrapped
  }
}

extension Isolation {
  /// Releases content that belongs to the actor.
  ///
  /// It does so at once if there is no actor, or if it is the main actor and this is the main
  /// thread; otherwise in a task of the actor. The release may run a `deinit` of the user, which
  /// may use other objects of the actor.
  fileprivate func release<Content>(_ content: inout Content?) {
    guard let actor, !isSurelyHere else {
      content = nil
      return
    }
    let last = LastReference(taking: &content)
    Task.detached { await last.release(on: actor) }
  }

  /// Whether the current code is known to run on the actor.
  ///
  /// That is known for the main actor only.
  private var isSurelyHere: Bool { actor === MainActor.shared && mayBeHere }
}

/// The only reference to some content, on its way to an actor.
private final class LastReference<Content>: @unchecked Sendable {
  // Unchecked: handed to one task, which alone touches the content.
  private var content: Content?

  /// Moves the content: a copy that stays behind could be released last, off the actor.
  init(taking content: inout Content?) {
    swap(&self.content, &content)
  }

  func release(on actor: isolated any Actor) { content = nil }
}
