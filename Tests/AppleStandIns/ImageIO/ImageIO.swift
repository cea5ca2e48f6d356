// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
// A stand-in for what VirtualViewUI uses of Image I/O: bytes such as `image sunset 640 480` are an image.

@_exported import CoreGraphics

public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"

public final class CGImageSource {
    package let words: [Substring]

    package init(_ words: [Substring]) {
        self.words = words
    }
}

public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(String(decoding: data, as: UTF8.self).split(separator: " "))
}

public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource,
    _ index: Int,
    _ options: CFDictionary?
) -> CGImage? {
    guard isrc.words.count == 4, isrc.words[0] == "image", let width = Int(isrc.words[2]),
        let height = Int(isrc.words[3])
    else { return nil }
    let most = options?[kCGImageSourceThumbnailMaxPixelSize] as? Int ?? .max
    let share = min(1, Double(most) / Double(max(width, height)))
    return CGImage(
        name: String(isrc.words[1]),
        width: Int(Double(width) * share),
        height: Int(Double(height) * share)
    )
}

public final class CGImageDestination {}

public func CGImageDestinationCreateWithURL(
    _ url: CFURL,
    _ type: CFString,
    _ count: Int,
    _ options: CFDictionary?
) -> CGImageDestination? { CGImageDestination() }

public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {}

public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { true }
