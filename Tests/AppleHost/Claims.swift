import CoreGraphics
import Foundation
import VirtualView

@testable import VirtualViewUI

/// What is claimed of the views, one line each.
@MainActor enum Claims {
    private(set) static var failures = 0

    static func check(_ claim: String, _ isTrue: Bool, _ detail: @autoclosure () -> String = "") {
        if !isTrue { failures += 1 }
        let line = isTrue ? "ok \(Stage.system): \(claim)" : "not ok \(Stage.system): \(claim): \(detail())"
        // A program that stops leaves its lines behind.
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    static func same<Value: Equatable>(_ claim: String, _ found: Value, _ wanted: Value) {
        check(claim, found == wanted, "\(found), not \(wanted)")
    }

    /// A view with a template of its own.
    static func view(
        _ sources: [String: String],
        _ name: String = "Screen",
        data: JSONValue? = nil,
        images: (any ImageLoading)? = nil
    ) throws -> TemplateView {
        let view = try TemplateView(name, from: try Samples.templates(sources), images: images ?? ManualLoader())
        view.show(data)
        return view
    }
}

extension Stage {
    func wait(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        repeat {
            RunLoop.main.run(until: min(end, Date(timeIntervalSinceNow: 0.02)))
            frame()
        } while Date() < end
    }
}

@main struct Program {
    @MainActor static func main() throws {
        try Claims.drawing()
        try Claims.surroundings()
        try Claims.touches()
        try Claims.touchesOfWhatGoes()
        try Claims.time()
        try Claims.lists()
        try Claims.idleMoments()
        try Claims.pages()
        try Claims.pagesBetweenPixels()
        try Claims.pagesThatSlide()
        try Claims.pagesOfAnotherSize()
        try Claims.onePage()
        try Claims.pagesOfOtherRows()
        try Claims.scrollingAcross()
        try Claims.reports()
        try Claims.corrections()
        try Claims.longLists()
        try Claims.inFrontOfLists()
        try Claims.inFrontOfListsInSlots()
        try Claims.inFrontOfSlots()
        #if canImport(UIKit)
            try Claims.animations()
        #else
            try Claims.wheels()
        #endif
        try Claims.images()
        try Claims.loader()
        try Claims.accessibility()
        try Claims.identity()
        try Claims.slots()
        try Claims.cells()
        try Claims.exposuresAround()
        try Claims.configuring()
        try Claims.heights()
        try Claims.otherLoaders()
        try Claims.lateSettings()
        try Claims.keptImages()
        try Claims.appearances()
        try Claims.fonts()
        try Claims.texts()
        exit(Claims.failures == 0 ? 0 : 1)
    }
}
