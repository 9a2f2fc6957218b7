// All that the room Registry may know of the engine: the names of what code of the program is handed, how a factory is
// made, and that there are bindings which need no registration. `check-rooms` compiles that room with it in place of the
// engine; nothing of it runs.

/// Handed to factories, modules and decorators.
public final class PropertyInjector: Sendable {}

/// Named by a scope.
public final class ScopedValues: Sendable {}

@usableFromInline
typealias ValueMaker = (inout ArgumentReader, (UnsafeRawPointer) -> Void) throws -> Void

package final class Factory: Sendable {
  let isPerCall = false
  let parameters: [Parameter]? = nil

  init(
    of type: Any.Type, parameters: [Parameter]? = [], isInitializer: Bool = false,
    isPerCall: Bool = false, make: @escaping ValueMaker
  ) {}

  init<Value>(decorating: Binding, with wrap: @escaping (PropertyInjector, Value) throws -> Value) {
  }

  func confined(to isolation: Isolation) -> Factory { self }
}

extension Binding {
  static let injector = Binding(BindingKey(nil, nil), to: .nothing, at: nil)
}

extension BindingTable {
  func unregistered(_ key: BindingKey, isUnknown: Bool = true) -> LookUp? { nil }
}

@usableFromInline
struct ArgumentReader: ~Copyable {
  @usableFromInline let injector: PropertyInjector
  let point: InjectionPoint
  let arguments: [Any?]

  @usableFromInline
  mutating func next<Value>(_ type: Value.Type) throws -> Value { throw CancellationError() }
}
