// All that the room Registry may know of the engine: the names of what code of the program is handed, and how a factory is
// made. `check-rooms` compiles that room with it in place of the engine; nothing of it runs.

/// Handed to factories, modules and decorators.
public final class PropertyInjector: Sendable {}

/// Named by a scope.
public final class ScopedValues: Sendable {}

package protocol Factory: AnyObject, Sendable {
  var isPerCall: Bool { get }
  var parameters: [Parameter]? { get }
}

@usableFromInline
typealias ValueMaker<Value> = (inout ArgumentReader, (Value) -> Void) throws -> Void

final class ValueFactory<Value>: Factory {
  let isPerCall = false
  let parameters: [Parameter]? = nil

  init(
    parameters: [Parameter]? = [], isInitializer: Bool = false, isPerCall: Bool = false,
    make: @escaping ValueMaker<Value>
  ) {}

  init(decorating: Binding, with wrap: @escaping (PropertyInjector, Value) throws -> Value) {}

  func confined(to isolation: Isolation) -> ValueFactory { self }
}

@usableFromInline
struct ArgumentReader: ~Copyable {
  @usableFromInline let injector: PropertyInjector
  let point: InjectionPoint
  let arguments: [Any?]

  @usableFromInline
  mutating func next<Value>(_ type: Value.Type) throws -> Value { throw CancellationError() }
}
