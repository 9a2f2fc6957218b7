/// A reference that does not keep its object.
final class WeakReference<Object: AnyObject>: @unchecked Sendable {
  // Unchecked: it is never changed; an object that belongs to an actor is handed out there only.
  private(set) weak var object: Object?

  init(_ object: Object) { self.object = object }
}
