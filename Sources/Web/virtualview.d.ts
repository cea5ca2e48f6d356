/** The scripts of VirtualView for browsers: they load the player, open views of templates, and show them in a page. */

/** Any value that JSON has. */
export type JSONValue = null | boolean | number | string | JSONValue[] | { [name: string]: JSONValue };

/** `x`, `y`, width and height, in CSS pixels. */
export type Rect = [number, number, number, number];

/** Radii of corners: top left, top right, bottom left, bottom right. */
export type Radii = [number, number, number, number];

/** What the module refuses: a damaged file, data that cannot be shown, an unknown template; or that it did not come, or stopped. */
export class VirtualViewError extends Error {
    /** A word that does not change between versions, such as `malformed`. */
    readonly code: string;
    /** The place of the mistake in bytes, where it is known. */
    readonly offset?: number;
    /** The error of the browser that led to this one, if one did. */
    readonly cause?: unknown;
}

/** Measures texts for views with the metrics of the host. */
export interface TextMeasuring {
    /**
     * @param kind 0: the width of the text on one line; 1: the height of a line; 2: the distance from the upper edge of
     *     a line to its baseline. All in CSS pixels.
     * @param font JSON: `{"name": null, "size": 16, "bold": false, "italic": false}`.
     */
    measure(kind: 0 | 1 | 2, font: string, text: string): number;
}

/**
 * Loads the module of the player.
 *
 * It fails with the code `network` if the module does not come, and with `invalid-module` if what comes is something else.
 *
 * @param source Its address, the response with it, its bytes, or the compiled module; or a promise of one of these.
 * @param options `measure` replaces the measuring by a canvas, for programs without one.
 */
export function load(
    source: ModuleSource | Promise<ModuleSource>,
    options?: { measure?: TextMeasuring },
): Promise<Player>;

/** Where a module comes from. */
export type ModuleSource = string | URL | Response | BufferSource | WebAssembly.Module;

/** A component of the app's own: its place in a template is filled by an element of the page. */
export interface ComponentDescription {
    /** Its number in template files. */
    id: number;
    /** The name of its element in templates, such as `TextField`. */
    name: string;
    /** Whether an element of the page stands in its place. */
    slot?: boolean;
    family?: 'layout' | 'leaf' | 'container';
    children?: 'any' | 'none' | 'fromData';
    internedNames?: string[];
    properties?: {
        name: string;
        /** A kind of value as in `config.properties`, such as `Int`. */
        kind: string;
        /** The words of an `Enum` and their numbers in template files. */
        words?: Record<string, number>;
        /** The value in a template that does not set it. */
        default?: string | number | { float: 'NaN' | 'Infinity' | '-Infinity' };
        bindable?: boolean;
        /** Whether event programs may use it. */
        events?: 'none' | 'read' | 'readWrite';
        /** The work that a change of it requires. */
        invalidates?: 'nothing' | 'drawing' | 'childLayout' | 'ownSize';
    }[];
}

/** A loaded module and the templates that were added to it; views share it. */
export class Player {
    /** The size of the module's memory in bytes. It never shrinks. */
    readonly memorySize: number;
    /**
     * Whether the module stopped in the middle of something, for want of stack or memory. The call that caused it throws an
     * error with the code `stopped`. All later calls of the player throw it too, and those of its views throw it or do nothing:
     * load another player.
     */
    readonly isStopped: boolean;
    /**
     * Declares the app's own components; call it before templates that use them are added. What is declared again is the same
     * as before, or an error, which declares none of the list. Of a file, give the bytes: what JavaScript reads has no `1.0`,
     * by which a `Number` is one of decimals.
     */
    components(list: ComponentDescription[] | { components: ComponentDescription[] } | ArrayBuffer | Uint8Array): void;
    /**
     * Declares the app's functions, which bindings call as `app.NAME(…)`; call it before templates that use them are
     * added. A function gives the same result for the same arguments, and calls nothing of the player. What it throws is
     * reported as an error of the page, and its result is then null.
     */
    functions(list: { [name: string]: (...values: any[]) => JSONValue | undefined }): void;
    /**
     * Adds the bytes of a template file; a second one of a type replaces the first for views that are opened later or `follow()`.
     * An element that is opened later shows its own files.
     */
    add(bytes: ArrayBuffer | Uint8Array): AddedTemplate;
    /** Opens a view of a template that was added; close it with `dispose()`. */
    open(template: string, options?: ViewOptions): View;
}

/** What is known of a template that was added. */
export interface AddedTemplate {
    /** The name by which views of it are opened. */
    type: string;
    version: string;
    /** The number of its nodes. */
    nodes: number;
    /** What the player cannot show of it. */
    issues: string[];
}

/** The surroundings of a view. What `mount` gets here stays; anything else follows the page. */
export interface Environment {
    /** The width of the screen for lengths in `rp`; the element's width by default. */
    width?: number;
    /** Device pixels in a CSS pixel. */
    scale?: number;
    /** How much larger than usual texts are. */
    textScale?: number;
    appearance?: 'light' | 'dark';
    direction?: 'ltr' | 'rtl';
    /** A language, such as `de-AT`. */
    locale?: string;
    /** The app's own values, which templates read as `env.NAME`. */
    values?: { [name: string]: JSONValue };
    /** Whether pages that ask for it turn by themselves. */
    turnsPages?: boolean;
}

/** How a view is opened. */
export interface ViewOptions extends Environment {
    /** What the template shows: a value, or JSON in UTF-8, whose numbers keep all digits. */
    data?: JSONValue | Uint8Array | ArrayBuffer;
    /** `host` (the default): the browser measures texts. `built-in`: the frames are those of every other machine. */
    metrics?: 'host' | 'built-in';
    /** Whether lists make elements only for what is near their visible part; they do by default. */
    window?: boolean;
}

/** What a finger does. */
export type TouchPhase = 'began' | 'moved' | 'ended' | 'cancelled';

/** What a user can do with an element. */
export type ElementAction = 'click' | 'longClick' | 'increment' | 'decrement';

/** An open view, with or without a page that shows it. Times are seconds of one clock; lengths are CSS pixels. */
export class View {
    readonly player: Player;
    readonly isOpen: boolean;
    /** The options that the view was opened with. */
    readonly settings: ViewOptions;
    /** The number of properties of the page that showing this view has changed; tests may set it to 0. */
    touched: number;
    /**
     * Shows other data: a value, or JSON in UTF-8, whose numbers keep all digits. If they cannot be shown, this throws and the
     * view stays as it is.
     */
    update(data?: JSONValue | Uint8Array | ArrayBuffer): void;
    /**
     * Shows the versions of its templates that were added since it was opened, by `Player.add` or `add` of an element, and keeps
     * data, scrolling, pages and what the user did. Files that elements load do not replace others. Returns whether any
     * version was another; if one cannot be shown, this throws and the view stays as it is.
     */
    follow(): boolean;
    /** Changes the surroundings that are named, and leaves the others. */
    configure(changes: Environment): void;
    /** Lays out; without a height the view is as high as its content. */
    layout(width: number, height?: number): { width: number; height: number };
    /** What to draw, from back to front; `culling` leaves out what is not seen. */
    display(options?: { culling?: boolean }): DisplayList;
    /** What to tell screen readers, in reading order. */
    elements(): AccessibilityElement[];
    /** All nodes in pre-order. */
    tree(): TreeNode[];
    /** Tracks a finger; returns when `advance` is due, or -1. */
    touch(phase: TouchPhase, finger: number, x: number, y: number, time: number): number;
    /** Does what is due by a time; returns when the next thing is, or -1. */
    advance(time: number): number;
    /** Makes items of lists ahead of the user, at most a number of them; returns whether there are more to make. */
    prepare(count: number): boolean;
    /** Scrolls a container, named by its `node`, to an offset from where reading begins. */
    scroll(node: number, x: number, y: number): void;
    /** Turns the pages of a node. */
    turn(node: number, page: number): void;
    /** Tells which part of the view is on the screen, so that it can report what was seen. */
    expose(x: number, y: number, width: number, height: number): void;
    /** Does an action of an element, named by its `node`; returns whether it could. */
    perform(node: number, action: ElementAction): boolean;
    /** Tells the natural size of an image that has arrived, or `null` for one whose size is no longer needed. */
    image(source: string, width: number | null, height: number | null): void;
    /** Tells that fonts have arrived: texts are measured again. */
    fonts(): void;
    /** Calls a function with each event of a kind, or of all kinds (`*`). Returns a function that ends this. */
    on(kind: EventKind | '*', listener: (event: TemplateEvent) => void): () => void;
    /**
     * Calls a function with each problem that the template or its data has; if no other listener is there, at once with those
     * that nobody took yet.
     */
    on(kind: 'issue', listener: (issue: string) => void): () => void;
    /** Calls a function when there is something to lay out or to draw. */
    on(kind: 'change', listener: () => void): () => void;
    /** What is to be done; what happened stays to be taken. */
    readonly needs: { needsLayout: boolean; needsDisplay: boolean };
    /** What happened since the last call, and what is to be done. */
    take(): { events: TemplateEvent[]; issues: string[]; needsLayout: boolean; needsDisplay: boolean };
    /** Closes the view. */
    dispose(): void;
}

/** The kinds of events. */
export type EventKind = 'click' | 'longClick' | 'exposure' | 'pageFlip' | 'scroll' | 'autoRefresh';

/** An event of a template. */
export interface TemplateEvent {
    kind: EventKind;
    /** The id of the node; 0 for none. */
    id: number;
    /** The template of the node. */
    template: string;
    /** The action that the template names, for the app to do. */
    action: string | null;
    actionParam: string | null;
    actionValue: JSONValue;
    /** The place of the node's data, such as `items[2]`. */
    dataPath: string;
    /** The page that is shown now. */
    page: number | null;
    offset?: [number, number] | null;
}

/** What to draw. */
export interface DisplayList {
    width: number;
    height: number;
    items: DisplayItem[];
}

/** What all items have; `path` and `index` together name a place in the data and in the template. */
export interface DisplayItemBase {
    /** The number of the node, which it keeps as long as it shows the same entry, wherever that moves; no other ever has it. */
    node: number;
    path: string;
    index: number;
    id: number;
    frame: Rect;
    rtl?: true;
    label?: string;
}

/** An item to draw; colours are `#AARRGGBB`. */
export type DisplayItem = DisplayItemBase & (
    | { kind: 'group'; clip?: Rect; radii?: Radii; opacity: number; scroll?: Scrolling }
    | { kind: 'end' }
    | { kind: 'box'; background: string; image?: string; border?: { color: string; width: number }; radii?: Radii }
    | {
          kind: 'text';
          lines: { text: string; x: number; y: number; width: number }[];
          font: { name: string | null; size: number; bold: boolean; italic: boolean };
          color: string;
          align: 'left' | 'center' | 'right';
          underline?: true;
          strike?: true;
          box: Rect;
          lineHeight: number;
          lineSpacing: number;
      }
    | {
          kind: 'image';
          source: string;
          scale: 'matrix' | 'fitXY' | 'fitStart' | 'fitCenter' | 'fitEnd' | 'center' | 'centerCrop' | 'centerInside';
          box: Rect;
          destination?: Rect;
          mirrored?: true;
          radii?: Radii;
      }
    | { kind: 'line'; from: [number, number]; to: [number, number]; width: number; color: string; dashes: number[] }
    | { kind: 'shape'; shape: 'circle' | 'oval' | 'rect'; box: Rect; color: string; stroke?: number }
    | { kind: 'bar'; box: Rect; fraction: number; color: string }
    | {
          kind: 'slot';
          place: number;
          component: string;
          box: Rect;
          /** Whether screen readers leave it out. */
          unread?: true;
          properties: { [name: string]: JSONValue };
      }
);

/** How a group scrolls: the offset from where reading begins, and the size of the content. */
export interface Scrolling {
    x: number;
    y: number;
    width: number;
    height: number;
    paged?: true;
    /** Whether only the app and the template scroll it, not the user. */
    locked?: true;
}

/** What a screen reader presents. */
export interface AccessibilityElement {
    /** The number of the node, as in display lists. */
    node: number;
    /** The place of the node among all nodes in pre-order. */
    place: number;
    path: string;
    index: number;
    id: number;
    role: 'none' | 'text' | 'button' | 'header' | 'image' | 'link' | 'progress' | 'list' | 'pages';
    label: string | null;
    value: string | null;
    states: ('selected' | 'disabled' | 'expanded')[];
    actions: ElementAction[];
    frame: Rect;
    /** The index of the list, the pages or the group that it belongs to. */
    parent: number | null;
    /** The entry of the list that it belongs to, or the page, from 0. */
    entry: number | null;
    /** The number of entries of a list, or of pages. */
    count: number | null;
    /** The page that pages show, from 0. */
    page: number | null;
}

/** A node of a view. */
export interface TreeNode {
    component: string;
    id: number;
    name: string | null;
    depth: number;
    frame: Rect;
    hidden: boolean;
}

/** How a view is shown. */
export interface MountOptions {
    /** Whether the view is as high as its element, instead of the other way around. */
    fill?: boolean;
    /** Gives the address of an image; only http, https, `data:image/` and relative ones are loaded. */
    resolveImage?: (source: string) => string | null;
}

/** Shows a view in an element, which gets an open shadow root; its events are events of the element. Throws if the view is closed. */
export function mount(view: View, element: HTMLElement, options?: MountOptions): Mounted;

/** A place for an element of the page. */
export interface Slot {
    /**
     * The value of `slot` for this place only; the component's name alone fills the first one of that component. It stays with
     * its entry as long as that is drawn, wherever new data put it, and tells nothing of where that is.
     */
    name: string;
    component: string;
    properties: { [name: string]: JSONValue };
    box: Rect;
}

/** A view that is shown in an element. */
export class Mounted {
    readonly view: View;
    readonly element: HTMLElement;
    /** The places for elements of the page. */
    readonly slots: Slot[];
    /** Fixes a part of the surroundings, or lets it follow the page again (`null`). */
    configure<Name extends keyof Environment>(name: Name, value: Environment[Name] | null): void;
    /** Draws now what otherwise is drawn with the next frame. */
    refresh(): void;
    /** Closes the view, and ends all that was set up for it. */
    dispose(): void;
}

/**
 * `<virtual-view src="Card.out" data="{…}">`.
 *
 * Attributes: `src` (addresses of template files; the first is shown, the others are for its lists), `template` (the
 * type to show instead), `data` (JSON), `metrics` (`host` or `built-in`), `player` (the address of the module), `fill`,
 * `direction`, `appearance`, `locale`, `text-scale`, `screen-width`. A page may style the shadow parts `scroller`.
 */
export class VirtualViewElement extends HTMLElement {
    /** A player, a promise of one, or the address of the module, for elements without the attribute `player`. */
    static player: Player | Promise<Player> | string | URL | undefined;
    /** What the template shows. Of this and the attribute, the one that was set last counts; it is undefined for an attribute that is no JSON. */
    data: JSONValue | Uint8Array | ArrayBuffer | undefined;
    /**
     * Is resolved when what was asked for is shown, or has failed, which `vv-error` tells. What was refused is opened when other
     * data, another setting or another file may correct it.
     */
    readonly ready: Promise<void>;
    /** The view, while it is shown. */
    readonly view: View | null;
    readonly mounted: Mounted | null;
    /** Gives the address of an image. Setting it asks again for those that did not come. */
    resolveImage: (source: string) => string | null;
    /** Adds a template's bytes to the player; it is shown if no attribute says what is. */
    add(bytes: ArrayBuffer | Uint8Array): Promise<AddedTemplate>;
    /** Shows other data. */
    update(data: JSONValue | Uint8Array | ArrayBuffer | undefined): void;
}

/** The events of elements that show views; all bubble, and leave shadow roots. */
export interface VirtualViewEventMap {
    'vv-click': CustomEvent<TemplateEvent>;
    'vv-longclick': CustomEvent<TemplateEvent>;
    'vv-exposure': CustomEvent<TemplateEvent>;
    'vv-pageflip': CustomEvent<TemplateEvent>;
    'vv-scroll': CustomEvent<TemplateEvent>;
    'vv-autorefresh': CustomEvent<TemplateEvent>;
    /** Places for elements of the page came, went, or have other properties. */
    'vv-slots': CustomEvent<Slot[]>;
    'vv-error': CustomEvent<{ error: Error & { code?: string } }>;
}

declare global {
    interface HTMLElementTagNameMap {
        'virtual-view': VirtualViewElement;
    }
    // Those of elements, documents and windows.
    interface GlobalEventHandlersEventMap extends VirtualViewEventMap {}
}
