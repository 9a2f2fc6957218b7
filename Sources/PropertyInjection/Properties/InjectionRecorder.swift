/// Sees each property that an injector fills.
package protocol InjectionRecorder: AnyObject, Sendable {
  /// Notes a property that has just been filled, on the thread that has filled it.
  ///
  /// - Parameter point: The property, the binding that its value comes from, and the place of the call.
  func note(_ point: InjectionPoint)
}
