// What an app names.
let shown = [Templates.order, "Plain"]
let avatar = tree.node(named: Templates.OrderParts.avatar)
