import VirtualView
import VirtualViewCompiler
import VirtualViewExpressions
import VirtualViewPreview

/// The setting in which a template is tested.
struct TestSetting: Hashable, Sendable {
    fileprivate typealias Appearance = ScreenEnvironment.Appearance
    fileprivate typealias Direction = ScreenEnvironment.LayoutDirection

    var width = 375.0
    /// The height of the screen, for what fills it; `nil` for one that is as high as it needs to be.
    var height: Double?
    /// The user's settings.
    var user = PreviewPage.Setting()
    /// The identifier of the language and region, which only tests with steps choose; `nil` for the usual one.
    var locale: String?

    /// The setting as titles of snapshots have it: `375 light`, `320 dark rtl x1.3`.
    var title: String {
        var text = "\(SnapshotWriter.number(width)) \(user.appearance.rawValue)"
        if user.layoutDirection == .rightToLeft { text += " rtl" }
        if user.textScale != 1 { text += " x\(SnapshotWriter.number(user.textScale))" }
        return text
    }

    /// Returns the screen; its width is that of the template, so that lengths in `rp` follow it.
    func environment(_ values: BindingObject) -> ScreenEnvironment {
        user.environment(width: width, locale: locale, values: values)
    }

    /// Changes what is stated.
    mutating func apply(_ other: TestScript.Surroundings) {
        width = other.width ?? width
        height = other.height ?? height
        user.appearance = other.appearance.flatMap { Appearance(rawValue: $0) } ?? user.appearance
        user.layoutDirection = other.direction.flatMap { Direction(word: $0) } ?? user.layoutDirection
        user.textScale = other.textScale ?? user.textScale
        locale = other.locale ?? locale
    }
}

/// The settings in which every template is tested, the usual one first.
struct TestMatrix: Sendable {
    let settings: [TestSetting]

    /// Reads a project file.
    ///
    /// - Parameter project: The file; `nil` for the usual settings: one step from the first along each list.
    init(_ project: ProjectFile?) {
        let tests = project?.tests ?? ProjectFile.Tests()
        func list<Value>(_ values: [Value], _ usual: [Value]) -> [Value] { values.isEmpty ? usual : values }
        let pictures = project?.widths ?? []
        let widths = list(tests.widths, list(pictures, [375, 320]))
        let appearances = list(tests.appearances.compactMap { TestSetting.Appearance(rawValue: $0) }, [.light, .dark])
        let directions = list(
            tests.directions.compactMap { TestSetting.Direction(word: $0) },
            [.leftToRight, .rightToLeft]
        )
        let scales = list(tests.textScales, [1, 1.3])
        var settings: [TestSetting] = []
        for (w, width) in widths.enumerated() {
            for (a, appearance) in appearances.enumerated() {
                for (d, direction) in directions.enumerated() {
                    for (s, scale) in scales.enumerated() {
                        let steps = [w, a, d, s].filter { $0 > 0 }.count
                        guard steps <= 1 || tests.hasAllCombinations else { continue }
                        let user = PreviewPage.Setting(
                            appearance: appearance,
                            layoutDirection: direction,
                            textScale: scale
                        )
                        let setting = TestSetting(width: width, height: tests.height, user: user)
                        if !settings.contains(setting) { settings.append(setting) }
                    }
                }
            }
        }
        // The usual setting is first, then one list after the other.
        self.settings = settings
    }
}
