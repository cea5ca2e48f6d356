#if canImport(UIKit) || canImport(AppKit)
    import VirtualView

    /// Provides the app's own views for the places that templates have for them: components that are slots.
    ///
    /// A view stays with its node as long as that is shown. What the user enters goes to the node's properties, so that
    /// programs read it and it comes back with its entry: `node.setProperty(.string(text), named: "value")`.
    @MainActor public protocol SlotViewProviding: AnyObject {
        /// Makes the view for a slot.
        ///
        /// - Parameter slot: The component's name and the values of its properties.
        /// - Returns: A new view; `nil` to leave the place empty.
        func makeView(for slot: DisplayList.Slot) -> PlatformView?

        /// Shows the values of the properties, at first and whenever the list is shown anew.
        ///
        /// - Parameters:
        ///   - view: The view that ``makeView(for:)`` made.
        ///   - slot: The values of the properties.
        ///   - node: The node, which the view belongs to.
        func update(_ view: PlatformView, for slot: DisplayList.Slot, of node: Node)
    }
#endif
