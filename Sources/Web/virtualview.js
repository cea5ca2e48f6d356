// The scripts of VirtualView for browsers: one import for everything that a page needs.
//
//     import { load, mount } from './virtualview.js';
//     const player = await load('player.wasm');
//     const { type } = player.add(await (await fetch('Card.out')).arrayBuffer());
//     mount(player.open(type, { data: { title: 'Tea' } }), document.querySelector('#card'));
//
// or, without a script: <virtual-view player="player.wasm" src="Card.out" data='{"title":"Tea"}'></virtual-view>

export { load, Player, VirtualViewError } from './module.js';
export { View } from './view.js';
export { mount, Mounted } from './mount.js';
export { VirtualViewElement } from './element.js';
