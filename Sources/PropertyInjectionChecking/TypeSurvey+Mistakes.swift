import PropertyInjection

// The mistakes in the declarations of a type, which need no look-up.
extension TypeSurvey {
  /// The key paths that lead to another property than they are declared for; those of a class do not tell.
  var misdirectedKeyPaths: [InjectionIssue] {
    properties.compactMap { property in
      guard let offset = property.offset,
        let field = fields.first(where: { $0.label == property.name }), field.offset != offset,
        TypeMetadata(field.fieldType).wrappedType == property.valueType
      else { return nil }
      let other = fields.first { $0.offset == offset && $0.fieldType == field.fieldType }
      return InjectionIssue(.misdirectedKeyPath(to: other?.label), property: property)
    }
  }

  /// The properties of superclasses that are never filled, because the type has declared one of their name.
  func shadowedProperties(in declarations: DeclaredProperties) -> [InjectionIssue] {
    properties.filter { $0.ownerType == type }.flatMap { property -> [InjectionIssue] in
      let stored = fields.filter { $0.mayStore(property.name) }
      guard stored.contains(where: { $0.ownerType == type }),
        stored.contains(where: { $0.ownerType != type })
      else { return [] }
      return levels.dropLast().compactMap { level in
        declarations.property(property.name, of: level).map { hidden in
          InjectionIssue(
            .shadowedProperty(hiding: property.ownerType), property: hidden,
            related: [property.entry])
        }
      }
    }
  }
}
