// How an issue and its entries describe a property.
extension InjectionIssue {
  init(_ problem: Problem, property: InjectableProperty, related: [RegistryEntry] = []) {
    self.init(problem)
    self.related = related
    describe(property)
  }

  mutating func describe(_ property: InjectableProperty) {
    name = property.name
    ownerType = property.ownerType
    valueType = property.valueType
    location = property.location
    module = property.module?.name
    lookedUpName = property.key.name
  }
}

extension RegistryEntry {
  init(property: InjectableProperty) {
    self.init(
      BindingKey(property.name, property.valueType), at: property.location, property.module)
  }

  /// A property of an injected object, under its full name.
  init(_ site: PropertySite) {
    self.init(BindingKey(site.fullName, site.valueType), at: nil, nil)
  }
}
