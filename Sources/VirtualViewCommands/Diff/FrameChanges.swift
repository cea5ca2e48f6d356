import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewFormat

/// The frames of a template's own nodes in two versions, shown with one data at one width.
struct FrameChanges {
    /// A node of both versions whose frame differs.
    struct Change {
        let new: Int
        let before: LayoutReport.Frame
        let after: LayoutReport.Frame

        /// The difference of the places.
        var shift: LayoutPoint {
            LayoutPoint(
                x: after.rect.origin.x - before.rect.origin.x,
                y: after.rect.origin.y - before.rect.origin.y
            )
        }
        var hasSameSize: Bool { before.rect.size == after.rect.size }
        var wasSeen: Bool { Self.isSeen(before) }
        var isSeen: Bool { Self.isSeen(after) }

        private static func isSeen(_ frame: LayoutReport.Frame) -> Bool {
            !frame.isHidden && !frame.isTransparent && frame.rect.size.width > 0 && frame.rect.size.height > 0
        }
    }

    let width: Double
    let changes: [Change]

    /// Lays both versions out; `nil` if one of them cannot be shown.
    ///
    /// - Parameters:
    ///   - comparison: The two versions.
    ///   - old: The side of the old one.
    ///   - new: The side of the new one.
    ///   - data: What both show.
    ///   - width: The width in points.
    /// - Throws: `FileError` or `UsageError` if a template that the data names cannot be read.
    init?(
        _ comparison: TemplateComparison,
        _ old: inout DiffSide,
        _ new: inout DiffSide,
        data: JSONValue?,
        width: Double
    ) throws {
        let (oldType, type) = (comparison.old.template.type, comparison.new.template.type)
        // Both versions have the surroundings of the new one: a compiled file has none of its own.
        let project = (new.project(of: type) ?? old.project(of: oldType))?.file
        let sizes = project?.images ?? [:]
        let folder = new.images(beside: type, sizes) ?? old.images(beside: oldType, sizes)
        let images = folder?.measuring(screenWidth: width) ?? NamedImageSizes(sizes, screenWidth: width)
        guard let before = try Self.frames(oldType, &old, data, width, project, images),
            let after = try Self.frames(type, &new, data, width, project, images)
        else { return nil }
        self.width = width
        changes = comparison.nodes.pairing.newPositions.enumerated().compactMap { index, position in
            guard let position, let first = before[index], let second = after[position],
                first.rect != second.rect || first.isHidden != second.isHidden
                    || first.isTransparent != second.isTransparent
            else { return nil }
            return Change(new: position, before: first, after: second)
        }.sorted { $0.new < $1.new }
    }

    /// Returns the frames of the template's own nodes.
    private static func frames(
        _ type: String,
        _ side: inout DiffSide,
        _ data: JSONValue?,
        _ width: Double,
        _ project: ProjectFile?,
        _ images: any ImageMeasuring
    ) throws -> [Int: LayoutReport.Frame]? {
        guard let (template, others) = try side.prepared(type, data, project) else { return nil }
        let environment = ScreenEnvironment(width: width, values: project?.env ?? [:])
        let container = Container(
            template.makeTree(environment: environment, source: others),
            textMeasuring: BuiltInTextMetrics(),
            imageMeasuring: images
        )
        container.listWindow = nil
        if let data { container.update(data: data) }
        container.layOut(width: width)
        var frames: [Int: LayoutReport.Frame] = [:]
        // An item of the same template is another tree.
        for frame in LayoutReport.frames(of: container)
        where frame.origin.type == type && frames[frame.origin.index] == nil {
            frames[frame.origin.index] = frame
        }
        return frames
    }
}

// MARK: - Lines

extension FrameChanges {
    /// The differences, one line each; nodes that move alike share one.
    func lines(_ comparison: TemplateComparison) -> [TemplateComparison.Line] {
        let new = comparison.new
        let at = "at width \(JSONWriter.number(width))"
        var lines: [TemplateComparison.Line] = []
        var shifted: [(shift: LayoutPoint, nodes: [Int])] = []
        for change in changes {
            let label = new.label(of: change.new)
            if change.wasSeen != change.isSeen {
                let text = "\(label) is \(change.isSeen ? "seen" : "not seen any more") \(at)"
                lines.append(.init(place: new.place(of: change.new), text: text, change: nil))
            } else if change.hasSameSize {
                if !change.isSeen { continue }
                if let index = shifted.firstIndex(where: { $0.shift == change.shift }) {
                    shifted[index].nodes.append(change.new)
                } else {
                    shifted.append((change.shift, [change.new]))
                }
            } else {
                let text =
                    "\(label): frame \(change.before.rect.text(of: SnapshotWriter.number)) → \(change.after.rect.text(of: SnapshotWriter.number)) \(at)"
                lines.append(.init(place: new.place(of: change.new), text: text, change: nil))
            }
        }
        for (shift, nodes) in shifted {
            let others = nodes.count > 1 ? " and \(nodes.count - 1) more" : ""
            let way = Self.way(shift)
            let text = "\(new.label(of: nodes[0]))\(others): \(way) \(at)"
            lines.append(.init(place: new.place(of: nodes[0]), text: text, change: nil))
        }
        return lines
    }

    private static func way(_ shift: LayoutPoint) -> String {
        let parts = [
            (shift.x, shift.x < 0 ? "left" : "right"), (shift.y, shift.y < 0 ? "up" : "down"),
        ]
        let ways = parts.filter { $0.0 != 0 }.map { "\(SnapshotWriter.number(abs($0.0))) \($0.1)" }
        return ways.joined(separator: " and ")
    }
}

// MARK: - Rules

extension FrameChanges {
    /// The part of a length by which it may differ, and the points by which it may in any case.
    private static let part = 0.2
    private static let points = 16.0

    /// Returns what the rules about frames find: of nodes in each other each rule only the outermost.
    func diagnostics(_ comparison: TemplateComparison) -> [Diagnostic] {
        var found: [Diagnostic] = []
        var hiddenEnd = 0
        var movedEnd = 0
        let at = JSONWriter.number(width)
        for change in changes where change.wasSeen {
            let message: BreakingMessage
            let end = comparison.new.template.nodes[change.new].subtreeEnd
            let label = comparison.new.label(of: change.new)
            if !change.isSeen, change.new >= hiddenEnd {
                // What is in it went with it, wherever it would be.
                (hiddenEnd, movedEnd) = (end, max(movedEnd, end))
                message = .nowHidden(label, width: at)
            } else if change.isSeen, change.new >= movedEnd, isLarge(change) {
                movedEnd = end
                message = .frame(
                    label,
                    change.before.rect.text(of: SnapshotWriter.number),
                    change.after.rect.text(of: SnapshotWriter.number),
                    width: at
                )
            } else {
                continue
            }
            let nowhere = SourceRange(SourceFile(path: comparison.new.path, bytes: []), 0..<0)
            found.append(Diagnostic(message, at: comparison.new.range(of: change.new) ?? nowhere))
        }
        return found
    }

    private func isLarge(_ change: Change) -> Bool {
        let (before, after) = (change.before.rect, change.after.rect)
        func differs(_ first: Double, _ second: Double, of length: Double) -> Bool {
            abs(first - second) > max(Self.points, Self.part * length)
        }
        return differs(before.size.width, after.size.width, of: before.size.width)
            || differs(before.size.height, after.size.height, of: before.size.height)
            || differs(before.origin.x, after.origin.x, of: width)
            || differs(before.origin.y, after.origin.y, of: width)
    }
}
