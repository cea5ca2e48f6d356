extension Schema {
    /// The built-in language.
    ///
    /// With it the compiler reads every attribute as the reference workspace's `config.properties` says, so the two
    /// give the same bytes. What that file does not type is a text.
    public static let standard = Schema(components: standardComponents, properties: standardProperties)
}
