extension LanguageSchema {
    /// The built-in language.
    ///
    /// With it the compiler reads every attribute as the reference workspace's `config.properties` says, so both
    /// give the same bytes. An attribute without a kind in that file is a text.
    public static let standard = LanguageSchema(components: standardComponents, properties: standardProperties)
}
