#if canImport(UIKit) || canImport(AppKit)
    import VirtualView

    /// The few words that a view says to assistive technology by itself; set them in the user's language.
    public struct TemplateWords: Hashable, Sendable {
        /// The name of the action that is a long press.
        public var longPress = "Long press"
        /// The label of pages that have none.
        public var page = "Page"
        /// The label of a slider that has none.
        public var items = "Items"
        /// The value of something that shows what belongs to it.
        public var expanded = "expanded"

        /// Makes the words in English.
        public init() {}

        var spoken: SpokenElement.Words {
            SpokenElement.Words(longClick: longPress, page: page, items: items, expanded: expanded)
        }
    }
#endif
