/// Keeps something that belongs to an actor, and releases it there.
///
/// The object itself may be held and dropped anywhere; what it keeps is used on the actor only.
final class Confined<Content>: @unchecked Sendable {
  // Unchecked: code that uses the content is on its actor, as the binding has checked, and it changes only
  // in `deinit`.
  private var stored: Content?
  private let isolation: Isolation

  init(_ content: Content, to isolation: Isolation) {
    stored = content
    self.isolation = isolation
  }

  deinit { isolation.release(&stored) }

  var content: Content {
    // Nil in `deinit` only.
    stored.unsafelyUnwrapped
  }
}

extension Isolation {
  /// Lets go of something that belongs to the actor: at once on the main thread for the main actor, and
  /// where there is no actor; otherwise in a task of the actor.
  ///
  /// A `deinit` of the user's may run then, and may touch what else belongs to the actor.
  fileprivate func release<Content>(_ content: inout Content?) {
    guard let actor, !isSurelyHere else {
      content = nil
      return
    }
    let last = LastReference(taking: &content)
    Task.detached { await last.release(on: actor) }
  }

  /// Whether the code that runs here and now is known to be on the actor.
  ///
  /// Of the main actor that can be told; of others it cannot.
  private var isSurelyHere: Bool { actor === MainActor.shared && mayBeHere }
}

/// The only reference to something, on its way to an actor.
private final class LastReference<Content>: @unchecked Sendable {
  // Unchecked: handed to one task, which alone touches the content.
  private var content: Content?

  /// Moved, not copied: a copy that is left behind could be the last to go.
  init(taking content: inout Content?) {
    swap(&self.content, &content)
  }

  func release(on actor: isolated any Actor) { content = nil }
}
