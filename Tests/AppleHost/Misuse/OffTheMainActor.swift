// error: call to main actor-isolated instance method 'show'
import VirtualView
import VirtualViewUI

func showLater(_ view: TemplateView, _ data: JSONValue) {
    view.show(data)
}
