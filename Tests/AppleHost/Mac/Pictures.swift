// Takes pictures of templates on a Mac: `pictures TEMPLATES DATA FOLDER` draws every compiled template of a folder, with the
// data of the same name, in the light and in the dark appearance, and prints one line each.
//
// Nobody has run this yet. Layers are drawn into a bitmap whose y axis goes upwards; if pictures stand on their heads, the
// report says so by showing them.

import AppKit
import CoreGraphics
import Foundation
import ImageIO
import VirtualViewUI

@main struct Pictures {
    @MainActor static func main() throws {
        // Before there is an app there are no windows.
        _ = NSApplication.shared
        let folders = CommandLine.arguments.dropFirst().map { URL(fileURLWithPath: $0, isDirectory: true) }
        guard folders.count == 3 else { throw PictureError.arguments }
        var configuration = TemplateManager.Configuration()
        configuration.registry.unknownComponents = .placeholder
        let manager = TemplateManager(configuration: configuration)
        let files = try FileManager.default.contentsOfDirectory(at: folders[0], includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "out" }
        for file in files { _ = try manager.load(contentsOf: file) }
        for file in files.sorted(by: { $0.path < $1.path }) {
            let name = file.deletingPathExtension().lastPathComponent
            let data = try? JSONValue(json: [UInt8](Data(contentsOf: folders[1].appending(path: "\(name).json"))))
            for isDark in [false, true] {
                let picture = folders[2].appending(path: isDark ? "\(name)-dark.png" : "\(name).png")
                do {
                    let size = try draw(name, data, from: manager, isDark: isDark, to: picture)
                    print("ok \(picture.lastPathComponent) \(Int(size.width)) x \(Int(size.height))")
                } catch {
                    print("not ok \(picture.lastPathComponent) \(error)")
                }
            }
        }
    }

    @MainActor private static func draw(
        _ name: String,
        _ data: JSONValue?,
        from manager: TemplateManager,
        isDark: Bool,
        to file: URL
    ) throws -> CGSize {
        let view = try TemplateView(name, from: manager)
        view.show(data)
        view.screenWidth = 375
        view.appearance = NSAppearance(named: isDark ? .darkAqua : .aqua)
        var size = view.size(forWidth: 375)
        size.height = min(max(size.height, 1), 2_000)
        let frame = NSRect(origin: .zero, size: size)
        let window = NSWindow(contentRect: frame, styleMask: .borderless, backing: .buffered, defer: false)
        window.contentView = view
        view.layoutSubtreeIfNeeded()
        view.displayIfNeeded()
        guard let space = CGColorSpace(name: CGColorSpace.sRGB),
            let context = CGContext(
                data: nil,
                width: Int(size.width) * 2,
                height: Int(size.height) * 2,
                bitsPerComponent: 8,
                bytesPerRow: 0,
                space: space,
                bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
            )
        else { throw PictureError.bitmap }
        context.scaleBy(x: 2, y: 2)
        view.layer?.render(in: context)
        guard let image = context.makeImage(),
            let destination = CGImageDestinationCreateWithURL(file as CFURL, "public.png" as CFString, 1, nil)
        else { throw PictureError.bitmap }
        CGImageDestinationAddImage(destination, image, nil)
        guard CGImageDestinationFinalize(destination) else { throw PictureError.file }
        return size
    }
}

/// Why there is no picture.
enum PictureError: Error {
    case arguments
    case bitmap
    case file
}
