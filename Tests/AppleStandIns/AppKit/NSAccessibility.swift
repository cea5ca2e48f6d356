// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public struct NSAccessibility {
    public struct Role: Hashable, Sendable {
        package let name: String

        public static let button = Role(name: "button")
        public static let image = Role(name: "image")
        public static let incrementor = Role(name: "incrementor")
        public static let link = Role(name: "link")
        public static let progressIndicator = Role(name: "progressIndicator")
        public static let staticText = Role(name: "staticText")
    }

    public struct Notification: Hashable, Sendable {
        package let name: String

        public static let layoutChanged = Notification(name: "layoutChanged")
    }

    @MainActor package static var posted: [Notification] = []

    @MainActor public static func post(element: Any, notification: NSAccessibility.Notification) {
        posted.append(notification)
    }

    @MainActor public static func unignoredChildren(from originalChildren: [Any]) -> [Any] {
        originalChildren.flatMap { child -> [Any] in
            guard let view = child as? NSView, !view.isAccessibilityElement() else { return [child] }
            return unignoredChildren(from: view.accessibilityChildren() ?? view.subviews)
        }
    }
}

open class NSAccessibilityElement: NSObject {
    /// AppKit's property is weak.
    package weak var parent: AnyObject?
    package var role: NSAccessibility.Role?
    package var label: String?
    package var value: Any?
    package var range: (least: Any?, most: Any?)
    package var isEnabled = true
    package var isSelected = false
    package var frame = CGRect.zero
    package var actions: [NSAccessibilityCustomAction]?

    open func setAccessibilityParent(_ accessibilityParent: Any?) { parent = accessibilityParent as AnyObject? }
    open func setAccessibilityRole(_ accessibilityRole: NSAccessibility.Role?) { role = accessibilityRole }
    open func setAccessibilityLabel(_ accessibilityLabel: String?) { label = accessibilityLabel }
    open func setAccessibilityValue(_ accessibilityValue: Any?) { value = accessibilityValue }
    open func setAccessibilityMinValue(_ accessibilityMinValue: Any?) { range.least = accessibilityMinValue }
    open func setAccessibilityMaxValue(_ accessibilityMaxValue: Any?) { range.most = accessibilityMaxValue }
    open func setAccessibilityEnabled(_ accessibilityEnabled: Bool) { isEnabled = accessibilityEnabled }
    open func setAccessibilitySelected(_ accessibilitySelected: Bool) { isSelected = accessibilitySelected }
    open func setAccessibilityFrameInParentSpace(_ accessibilityFrameInParentSpace: NSRect) {
        frame = accessibilityFrameInParentSpace
    }
    open func setAccessibilityCustomActions(_ accessibilityCustomActions: [NSAccessibilityCustomAction]?) {
        actions = accessibilityCustomActions
    }
    open func isAccessibilitySelectorAllowed(_ selector: Selector) -> Bool { true }
    open func accessibilityPerformPress() -> Bool { false }
    open func accessibilityPerformIncrement() -> Bool { false }
    open func accessibilityPerformDecrement() -> Bool { false }
}

// Where there is Objective-C, these are of Foundation.

public struct Selector: Hashable, Sendable {
    package let name: String

    package init(name: String) {
        self.name = name
    }
}

public func NSStringFromSelector(_ aSelector: Selector) -> String { aSelector.name }

open class NSAccessibilityCustomAction: NSObject {
    package let name: String
    package let handler: (() -> Bool)?

    public init(name: String, handler: (() -> Bool)? = nil) {
        (self.name, self.handler) = (name, handler)
    }
}
