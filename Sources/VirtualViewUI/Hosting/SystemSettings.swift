#if canImport(UIKit) || canImport(AppKit)
    import Foundation

    #if canImport(UIKit)
        import UIKit
    #else
        import AppKit
    #endif

    /// What the system knows of the time and of its user.
    @MainActor enum SystemSettings {
        /// The time in seconds on the clock of touches and mouse events.
        static var now: Double { ProcessInfo.processInfo.systemUptime }

        /// Whether the user asked for less motion.
        static var reducesMotion: Bool {
            #if canImport(UIKit)
                UIAccessibility.isReduceMotionEnabled
            #else
                NSWorkspace.shared.accessibilityDisplayShouldReduceMotion
            #endif
        }

        /// Whether pages must not turn by themselves.
        static var keepsPagesStill: Bool {
            #if canImport(UIKit)
                reducesMotion || UIAccessibility.isVoiceOverRunning
            #else
                reducesMotion || NSWorkspace.shared.isVoiceOverEnabled
            #endif
        }

        /// Calls a closure when ``keepsPagesStill`` may have changed, as long as what is returned is kept.
        ///
        /// - Parameter body: The closure.
        /// - Returns: What observes the system.
        static func observations(_ body: @escaping @MainActor @Sendable () -> Void) -> [Any] {
            let locale = Observation(of: NSLocale.currentLocaleDidChangeNotification, body)
            #if canImport(UIKit)
                return [
                    locale,
                    Observation(of: UIAccessibility.voiceOverStatusDidChangeNotification, body),
                    Observation(of: UIAccessibility.reduceMotionStatusDidChangeNotification, body),
                ]
            #else
                let workspace = NSWorkspace.shared
                return [
                    locale,
                    Observation(
                        of: NSWorkspace.accessibilityDisplayOptionsDidChangeNotification,
                        in: workspace.notificationCenter,
                        body
                    ),
                    // There is no notification for VoiceOver.
                    workspace.observe(\.isVoiceOverEnabled) { _, _ in Task { @MainActor in body() } },
                ]
            #endif
        }
    }
#endif
