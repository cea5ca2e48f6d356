// Views that show templates: UIKit, AppKit and SwiftUI, on iOS and macOS. On systems that are not Apple's the module is empty,
// so that a package that has targets for them too builds. It does not build for tvOS and watchOS, whose UIKit lacks much of
// what the views use. Everything here is experimental (`Docs/Apple.md`).

@_exported import VirtualView
