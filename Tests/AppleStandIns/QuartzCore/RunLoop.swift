// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The run loop is that of the toolchain, where its modes are strings.

public import CoreFoundation

extension CoreFoundation.CFString {
    public static var commonModes: CoreFoundation.CFString? { kCFRunLoopCommonModes }
}
