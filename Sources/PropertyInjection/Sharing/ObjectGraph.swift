/// The values that are made once in one request: an injection or a look-up, with all that it leads to.
///
/// It is used by the one thread that the request runs on.
final class ObjectGraph {
  private var instances: [ObjectIdentifier: SharedInstance] = [:]

  func instance(of binding: Binding, confinedTo isolation: Isolation) -> SharedInstance {
    let id = ObjectIdentifier(binding)
    if let instance = instances[id] { return instance }
    let instance = SharedInstance(.singleton(eager: false), confinedTo: isolation)
    instances[id] = instance
    return instance
  }
}
