// swift-tools-version: 6.2
import PackageDescription

// The arrows between these targets are the only imports there are: `make check` refuses others.

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

// The libraries in which the tests spend their time. The scripts of this repository have them optimised, assertions included, in
// debug builds too: that takes an eighth longer, and the tests take half as long. Packages that use this one build as they say.
let isOptimised = Context.environment["VV_OPTIMISED"] != nil
let optimisation = [
    "-O", "-assert-config", "Debug", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode",
]
let busy = settings + (isOptimised ? [.unsafeFlags(optimisation, .when(configuration: .debug))] : [])

// What apps tell of an SDK is a resource only where apps for Apple's systems are built: elsewhere it would add a folder to each
// program.
#if os(macOS)
    let (privacy, unused) = ([Resource.process("PrivacyInfo.xcprivacy")], [String]())
#else
    let (privacy, unused) = ([Resource](), ["PrivacyInfo.xcprivacy"])
#endif

let package = Package(
    name: "VirtualView",
    platforms: [.macOS(.v13), .iOS(.v16)],
    products: [
        .library(name: "VirtualView", targets: ["VirtualView"]),
        .library(name: "VirtualViewUI", targets: ["VirtualViewUI"]),
        .library(name: "VirtualViewDelivery", targets: ["VirtualViewDelivery"]),
        .library(name: "VirtualViewRelease", targets: ["VirtualViewRelease"]),
        .library(name: "VirtualViewCompiler", targets: ["VirtualViewCompiler"]),
        .library(name: "VirtualViewPreview", targets: ["VirtualViewPreview"]),
        .library(name: "VirtualViewTesting", targets: ["VirtualViewTesting"]),
        .library(name: "VirtualViewFormat", targets: ["VirtualViewFormat"]),
        .library(name: "VirtualViewExpressions", targets: ["VirtualViewExpressions"]),
        .executable(name: "vvc", targets: ["vvc"]),
        .plugin(name: "VirtualViewPlugin", targets: ["VirtualViewPlugin"]),
        .plugin(name: "VirtualViewCommandPlugin", targets: ["VirtualViewCommandPlugin"]),
    ],
    targets: [
        .target(name: "VirtualViewFormat", swiftSettings: busy),
        .target(name: "VirtualViewExpressions", dependencies: ["VirtualViewFormat"], swiftSettings: busy),
        .target(
            name: "VirtualViewCompiler",
            dependencies: ["VirtualViewFormat", "VirtualViewExpressions"],
            swiftSettings: busy
        ),
        .target(
            name: "VirtualViewCore",
            dependencies: ["VirtualViewFormat", "VirtualViewExpressions"],
            swiftSettings: busy
        ),
        .target(name: "CVirtualViewSystem"),
        .target(
            name: "VirtualView",
            dependencies: ["VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCore", "CVirtualViewSystem"],
            exclude: unused,
            resources: privacy,
            swiftSettings: settings
        ),
        .target(
            name: "VirtualViewRelease",
            dependencies: ["VirtualView", "VirtualViewFormat", "VirtualViewExpressions"],
            swiftSettings: settings
        ),
        .target(
            name: "VirtualViewDelivery",
            dependencies: [
                "VirtualView", "VirtualViewRelease", "VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCore",
                "CVirtualViewSystem",
            ],
            swiftSettings: settings
        ),
        // Views for UIKit, AppKit and SwiftUI on iOS and macOS; empty on systems that are not Apple's, and not for tvOS and watchOS.
        .target(
            name: "VirtualViewUI",
            dependencies: ["VirtualView", "VirtualViewFormat"],
            exclude: unused,
            resources: privacy,
            swiftSettings: settings
        ),
        .target(
            name: "VirtualViewPreview",
            dependencies: ["VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCore"],
            swiftSettings: settings
        ),
        .target(
            name: "VirtualViewCommands",
            dependencies: [
                "VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCompiler", "VirtualView",
                "VirtualViewRelease", "VirtualViewPreview",
            ],
            swiftSettings: settings
        ),
        .target(name: "VirtualViewTesting", dependencies: ["VirtualViewCommands"], swiftSettings: settings),
        // The exports of the two WebAssembly modules that `make web` builds; what is not an export is tested like the rest.
        .target(name: "CVirtualViewWeb"),
        .target(
            name: "VirtualViewWebPlayer",
            dependencies: ["VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCore", "CVirtualViewWeb"],
            swiftSettings: settings
        ),
        .target(
            name: "VirtualViewWebCompiler",
            dependencies: [
                "VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCompiler", "CVirtualViewWeb",
            ],
            swiftSettings: settings
        ),
        .executableTarget(name: "vvc", dependencies: ["VirtualViewCommands"], swiftSettings: settings),
        .plugin(
            name: "VirtualViewPlugin",
            capability: .buildTool(),
            dependencies: ["vvc"],
            path: "Sources/Plugins/VirtualViewPlugin"
        ),
        .plugin(
            name: "VirtualViewCommandPlugin",
            capability: .command(
                intent: .custom(verb: "compile-templates", description: "Compiles the templates of targets into files")
            ),
            dependencies: ["vvc"],
            path: "Sources/Plugins/VirtualViewCommandPlugin"
        ),
        .executableTarget(
            name: "vvdemo",
            dependencies: ["VirtualView", "VirtualViewCommands", "VirtualViewCompiler", "VirtualViewPreview"],
            swiftSettings: settings
        ),
        .executableTarget(
            name: "vvbench",
            dependencies: [
                "VirtualViewFormat", "VirtualViewExpressions", "VirtualViewCompiler", "VirtualView",
                "VirtualViewCommands", "VirtualViewDelivery", "VirtualViewRelease", "VirtualViewWebPlayer",
            ],
            swiftSettings: settings
        ),
        .target(
            name: "VirtualViewTestSupport",
            dependencies: ["VirtualViewFormat"],
            path: "Tests/VirtualViewTestSupport",
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewFormatTests",
            dependencies: ["VirtualViewFormat", "VirtualViewTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewExpressionsTests",
            dependencies: ["VirtualViewExpressions", "VirtualViewFormat", "VirtualViewTestSupport"],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewCompilerTests",
            dependencies: [
                "VirtualViewCompiler", "VirtualViewExpressions", "VirtualViewFormat", "VirtualViewTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewTests",
            dependencies: [
                "VirtualViewExpressions", "VirtualViewCore", "VirtualView", "VirtualViewCompiler",
                "VirtualViewUI", "VirtualViewWebPlayer", "VirtualViewWebCompiler", "VirtualViewTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewDeliveryTests",
            dependencies: [
                "VirtualViewDelivery", "VirtualViewRelease", "VirtualView", "VirtualViewCore", "VirtualViewCompiler",
                "VirtualViewFormat", "VirtualViewExpressions", "VirtualViewTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewPreviewTests",
            dependencies: [
                "VirtualViewPreview", "VirtualViewCore", "VirtualView", "VirtualViewCompiler", "VirtualViewFormat",
                "VirtualViewTestSupport",
            ],
            swiftSettings: settings
        ),
        .testTarget(
            name: "VirtualViewCommandsTests",
            dependencies: [
                "VirtualViewExpressions", "VirtualViewCommands", "VirtualViewCompiler", "VirtualView",
                "VirtualViewFormat", "VirtualViewPreview", "VirtualViewRelease", "VirtualViewTesting",
                "VirtualViewTestSupport",
            ],
            exclude: ["Snapshots"],
            swiftSettings: settings
        ),
    ]
)
