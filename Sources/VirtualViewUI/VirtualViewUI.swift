// Views that show templates: UIKit, AppKit and SwiftUI. Where there is none of them the module is empty, so that a package
// that has targets for several systems builds everywhere. Everything here is experimental (`Docs/Apple.md`).

@_exported import VirtualView
