/// The values that are made once in one request: an injection or a look-up, with all that it leads
/// to.
///
/// It is used by the one thread that the request runs on.
final class ObjectGraph {
  // The makers are retained: the address of a freed one could be reused by another.
  private var values: [ObjectIdentifier: (maker: any Maker, value: SharedInstance)] = [:]

  /// The holder of the value that a maker makes once in this request.
  ///
  /// - Parameter make: Makes the holder, when it is first asked for.
  func value(of maker: any Maker, _ make: () -> SharedInstance) -> SharedInstance {
    let id = ObjectIdentifier(maker)
    if let value = values[id]?.value { return value }
    let value = make()
    values[id] = (maker, value)
    return value
  }
}
