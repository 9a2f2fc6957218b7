import PropertyInjection

// What cannot be filled is refused where it is written.

struct Form {
  var title: String?
}

final class Player {
  let constant: Int? = nil
  var number = 1
}

func declareConstant(_ registry: inout Registry) {
  // expected-error@+3 {{generic parameter 'Root' could not be inferred}}
  // expected-error@+2 {{generic parameter 'Value' could not be inferred}}
  // expected-error@+1 {{cannot convert value of type 'any KeyPath<Player, Int?> & Sendable' to expected argument type 'WritableKeyPath<Root, Value?>'}}
  registry.declare("constant", \Player.constant)
}

func declareWhatIsNotOptional(_ registry: inout Registry) {
  // expected-error@+2 {{cannot convert value of type 'WritableKeyPath<Player, Int>' to expected argument type 'WritableKeyPath<Player, Int?>'}}
  // expected-note@+1 {{arguments to generic parameter 'Value' ('Int' and 'Int?') are expected to be equal}}
  registry.declare("number", \Player.number)
}

func declareAnotherType(_ registry: inout Registry) {
  // expected-error@+2 {{cannot convert value of type 'WritableKeyPath<Form, Optional<String>>' to expected argument type 'WritableKeyPath<Form, Int?>'}}
  // expected-note@+1 {{arguments to generic parameter 'Wrapped' ('String' and 'Int') are expected to be equal}}
  registry.declare(.named("title", Int.self), \Form.title)
}

func inject(_ injector: PropertyInjector) {
  let form = Form()
  // expected-error@+1 {{'injectDependencies(to:)' is unavailable: pass the variable itself, &value: of a struct a copy would be filled; injected(value) returns a filled one; for an object that is held as Any or any P, value as AnyObject; for the elements of an array, injectDependencies(toEach:); for a type's static properties, injectDependencies(toStaticPropertiesOf:)}}
  injector.injectDependencies(to: form)
  // expected-error@+1 {{'injectDependencies(to:)' is unavailable: pass the variable itself, &value: of a struct a copy would be filled; injected(value) returns a filled one; for an object that is held as Any or any P, value as AnyObject; for the elements of an array, injectDependencies(toEach:); for a type's static properties, injectDependencies(toStaticPropertiesOf:)}}
  injector.injectDependencies(to: Form.self)
}
