// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase

public struct UIAccessibilityTraits: OptionSet, Hashable, Sendable {
    public let rawValue: UInt64

    public init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    public static let button = UIAccessibilityTraits(rawValue: 1)
    public static let link = UIAccessibilityTraits(rawValue: 2)
    public static let image = UIAccessibilityTraits(rawValue: 4)
    public static let selected = UIAccessibilityTraits(rawValue: 8)
    public static let staticText = UIAccessibilityTraits(rawValue: 16)
    public static let notEnabled = UIAccessibilityTraits(rawValue: 32)
    public static let updatesFrequently = UIAccessibilityTraits(rawValue: 64)
    public static let adjustable = UIAccessibilityTraits(rawValue: 128)
    public static let header = UIAccessibilityTraits(rawValue: 256)
}

public enum UIAccessibilityScrollDirection: Int, Sendable {
    case right = 1
    case left
    case up
    case down
    case next
    case previous
}

@MainActor open class UIAccessibilityElement: UIResponder {
    public init(accessibilityContainer container: Any) {}

    open var accessibilityFrameInContainerSpace = CGRect.zero
}

@MainActor open class UIAccessibilityCustomAction: NSObject {
    public typealias Handler = (UIAccessibilityCustomAction) -> Bool

    open var name: String
    open var actionHandler: Handler?

    public init(name: String, actionHandler: @escaping Handler) {
        (self.name, self.actionHandler) = (name, actionHandler)
    }
}

@MainActor public enum UIAccessibility {
    public struct Notification: Hashable, Sendable {
        package let name: String

        public static let layoutChanged = Notification(name: "layoutChanged")
        public static let pageScrolled = Notification(name: "pageScrolled")
    }

    public nonisolated static let voiceOverStatusDidChangeNotification =
        NSNotification.Name("UIAccessibilityVoiceOverStatusDidChangeNotification")
    public nonisolated static let reduceMotionStatusDidChangeNotification =
        NSNotification.Name("UIAccessibilityReduceMotionStatusDidChangeNotification")

    package static var isOn = false {
        didSet { NotificationCenter.default.post(name: voiceOverStatusDidChangeNotification, object: nil) }
    }
    package static var reduces = false {
        didSet { NotificationCenter.default.post(name: reduceMotionStatusDidChangeNotification, object: nil) }
    }
    package static var posted: [Notification] = []
    package static var said: [String] = []

    public static var isVoiceOverRunning: Bool { isOn }
    public static var isReduceMotionEnabled: Bool { reduces }

    public static func post(notification: Notification, argument: Any?) {
        posted.append(notification)
        if let text = argument as? String { said.append(text) }
    }
}
