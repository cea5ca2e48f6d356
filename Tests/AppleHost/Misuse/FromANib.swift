// error: 'init(coder:)' is unavailable
import Foundation
import VirtualViewUI

@MainActor func fromNib(_ coder: NSCoder) -> TemplateView? {
    TemplateView(coder: coder)
}
