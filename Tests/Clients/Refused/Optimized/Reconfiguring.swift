import PropertyInjection

// An application that configures again does not compile for release.
func preview() {
  PropertyInjector.reconfigure { $0.register("title", instance: "preview") }
  // expected-error@-1 {{type 'PropertyInjector' has no member 'reconfigure'}}
}
