// How an issue and its entries describe a property.

/// A property, as an issue describes it.
protocol DescribedProperty {
  var name: String { get }
  var ownerType: Any.Type { get }
  var valueType: Any.Type { get }
  /// The key of its binding.
  var key: BindingKey { get }
  var location: CodeLocation? { get }
  var module: ModuleTag? { get }
}

extension InjectableProperty: DescribedProperty {}

extension InjectionIssue {
  init(_ problem: Problem, property: some DescribedProperty, related: [RegistryEntry] = []) {
    self.init(problem)
    self.related = related
    describe(property)
  }

  mutating func describe(_ property: some DescribedProperty) {
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
