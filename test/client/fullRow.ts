/** The oldest of each engine in the Full row of docs/browsers.md. */
export interface Row {
  chromium: number
  firefox: number
  safari: number
}
export const publicRow: Row = { chromium: 88, firefox: 85, safari: 14.1 }
export const backOfficeRow: Row = { chromium: 88, firefox: 98, safari: 15.4 }

/**
 * Where a name is looked for: a global is used by itself, a static on its global, a method or member on anything, an option is a key in the
 * arguments of a function of that name, an event is listened to, a text is a part of a string.
 */
export type Where = 'global' | 'static' | 'method' | 'member' | 'option' | 'event' | 'text'

export interface Newer {
  where: Where
  name: string
  since: Row
}

const never = Number.POSITIVE_INFINITY

/** Features that the Full row, or a part of it, lacks, with the first Chromium, Firefox and Safari that has them. */
const table: readonly [where: Where, names: string, chromium: number, firefox: number, safari: number][] = [
  // The language.
  ['static', 'Object.hasOwn', 93, 92, 15.4],
  ['static', 'Object.groupBy Map.groupBy', 117, 119, 17.4],
  ['static', 'Array.fromAsync', 121, 115, 16.4],
  ['static', 'Promise.withResolvers', 119, 121, 17.4],
  ['static', 'Promise.try', 128, 134, 18.2],
  ['static', 'RegExp.escape', 136, 134, 18.2],
  ['static', 'Error.isError', 134, 138, 26],
  ['static', 'Atomics.waitAsync', 87, 145, 16.4],
  ['static', 'Symbol.dispose Symbol.asyncDispose', 134, 141, never],
  ['static', 'Uint8Array.fromBase64 Uint8Array.fromHex', 140, 133, 18.2],
  ['static', 'Math.sumPrecise', 147, 137, 26.2],
  ['method', 'at', 92, 90, 15.4],
  ['method', 'findLast findLastIndex', 97, 104, 15.4],
  ['method', 'toSorted toReversed toSpliced with', 110, 115, 16],
  ['method', 'isWellFormed toWellFormed', 111, 119, 16.4],
  ['method', 'union intersection difference symmetricDifference isSubsetOf isSupersetOf isDisjointFrom', 122, 127, 17],
  ['method', 'getOrInsert getOrInsertComputed', 145, 144, 26.2],
  ['method', 'toBase64 toHex setFromBase64', 140, 133, 18.2],
  ['member', 'hasIndices', 90, 88, 15],
  ['method', 'getFloat16 setFloat16', 135, 129, 18.2],
  ['method', 'transferToFixedLength', 114, 122, 17.4],
  ['method', 'getBigInt64 getBigUint64 setBigInt64 setBigUint64', 67, 68, 15],
  ['static', 'Error.captureStackTrace', 3, 138, 17.2],
  ['static', 'JSON.rawJSON JSON.isRawJSON', 114, 135, 18.4],
  ['global', 'Iterator', 122, 131, 18.4],
  ['global', 'SharedArrayBuffer', 68, 79, 15.2],
  ['global', 'BigInt64Array BigUint64Array', 67, 68, 15],
  ['global', 'Float16Array', 135, 129, 18.2],
  ['global', 'FinalizationRegistry', 84, 79, 14.5],
  ['global', 'Temporal', 144, 139, never],
  ['global', 'SuppressedError DisposableStack AsyncDisposableStack', 134, 141, never],
  // Intl.
  ['static', 'Intl.Segmenter', 87, 125, 14.1],
  ['static', 'Intl.DisplayNames', 81, 86, 14.1],
  ['static', 'Intl.ListFormat', 72, 78, 14.5],
  ['method', 'selectRange', 106, 116, 15.4],
  ['method', 'formatRange formatRangeToParts', 76, 91, 14.1],
  ['text', 'shortOffset', 95, 91, 15.4],
  ['text', 'shortGeneric', 95, 91, 15.4],
  ['option', 'DateTimeFormat.dayPeriod', 92, 90, 14.1],
  // Signals, timers, clones.
  ['static', 'AbortSignal.any', 116, 124, 17.4],
  ['static', 'AbortSignal.timeout', 124, 100, 16],
  ['static', 'AbortSignal.abort', 93, 88, 15],
  ['method', 'throwIfAborted', 100, 97, 15.4],
  ['option', 'addEventListener.signal', 90, 86, 15],
  ['global', 'structuredClone', 98, 94, 15.4],
  ['global', 'reportError', 95, 93, 15.4],
  ['global', 'requestIdleCallback cancelIdleCallback', 47, 55, never],
  ['global', 'scheduler', 94, 142, never],
  ['method', 'pipeThrough pipeTo', 59, 102, 14.5],
  ['global', 'TransformStream TextDecoderStream TextEncoderStream', 71, 105, 14.5],
  // These also need https.
  ['member', 'randomUUID', 92, 95, 15.4],
  ['static', 'URL.canParse', 120, 115, 17],
  ['static', 'URL.parse', 126, 126, 18],
  ['static', 'Response.json', 105, 115, 17],
  ['global', 'CompressionStream DecompressionStream', 80, 113, 16.4],
  ['global', 'BroadcastChannel', 54, 38, 15.4],
  ['global', 'URLPattern', 95, 142, 26],
  ['member', 'locks', 69, 96, 15.4],
  ['member', 'userAgentData', 90, never, never],
  ['member', 'permissions', 43, 46, 16],
  ['member', 'storage', 55, 57, 15.2],
  ['member', 'getSetCookie', 113, 112, 17],
  ['global', 'cookieStore', 87, 140, 18.4],
  ['global', 'navigation', 102, 147, 26.2],
  ['global', 'visualViewport', 61, 91, 13],
  ['member', 'visualViewport', 61, 91, 13],
  ['global', 'trustedTypes', 83, 148, 26],
  // Documents.
  ['method', 'showModal', 37, 98, 15.4],
  ['global', 'HTMLDialogElement', 37, 98, 15.4],
  ['method', 'showPopover hidePopover togglePopover', 114, 125, 17],
  ['method', 'requestClose', 134, 139, 18.4],
  ['member', 'popover', 114, 125, 17],
  ['member', 'inert', 102, 112, 15.5],
  ['method', 'checkVisibility', 105, 106, 17.4],
  ['method', 'requestSubmit', 76, 75, 16],
  ['method', 'showPicker', 99, 101, 16],
  ['method', 'attachInternals', 77, 93, 16.4],
  ['method', 'setHTMLUnsafe getHTML parseHTMLUnsafe', 124, 128, 26],
  ['method', 'setHTML parseHTML', 146, 148, never],
  ['member', 'fullscreenElement fullscreenEnabled exitFullscreen requestFullscreen', 71, 64, 16.4],
  ['member', 'pictureInPictureElement exitPictureInPicture requestPictureInPicture', 69, 153, 13.4],
  ['method', 'requestVideoFrameCallback cancelVideoFrameCallback', 83, 132, 15.4],
  ['member', 'borderBoxSize contentBoxSize devicePixelContentBoxSize', 84, 108, 15.4],
  ['member', 'scrollMargin', 120, 141, 26],
  ['member', 'relList', 108, 111, 15.4],
  ['method', 'replaceSync', 73, 101, 16.4],
  ['static', 'HTMLScriptElement.supports', 96, 94, 16],
  ['method', 'startViewTransition', 111, 144, 18],
  ['method', 'scrollIntoViewIfNeeded', 15, never, 5],
  ['method', 'caretRangeFromPoint', 4, never, 5],
  ['member', 'adoptedStyleSheets', 73, 101, 16.4],
  ['member', 'highlights', 105, 140, 17.2],
  ['global', 'Highlight', 105, 140, 17.2],
  ['global', 'ScrollTimeline ViewTimeline', 115, never, 26],
  ['global', 'CloseWatcher', 126, 149, never],
  ['member', 'ariaLabel ariaExpanded ariaSelected ariaHidden ariaDisabled ariaLive', 81, 119, 12.1],
  // Pictures and the clipboard.
  ['global', 'createImageBitmap', 50, 42, 15],
  [
    'option',
    'createImageBitmap.resizeWidth createImageBitmap.resizeHeight createImageBitmap.resizeQuality',
    54,
    98,
    15,
  ],
  ['option', 'createImageBitmap.imageOrientation', 52, 77, 15],
  ['global', 'OffscreenCanvas', 69, 105, 16.4],
  ['global', 'ClipboardItem', 66, 127, 13.1],
  // The build turns a regular expression that the row cannot parse into a text, and it then throws when it runs.
  ['text', '(?<=', 62, 78, 16.4],
  ['text', '(?<!', 62, 78, 16.4],
  // In selectors, media queries and names of events. What a selector does not know throws.
  ['text', ':has(', 105, 121, 15.4],
  ['text', ':focus-visible', 86, 85, 15.4],
  ['text', ':modal', 105, 103, 15.6],
  ['text', ':popover-open', 114, 125, 17],
  ['text', ':open', 133, 136, 26.5],
  ['text', ':dir(', 120, 49, 16.4],
  ['text', ':user-invalid', 119, 88, 16.5],
  ['text', ':autofill', 110, 86, 15],
  ['text', '(width <', 104, 63, 16.4],
  ['text', '(width >', 104, 63, 16.4],
  ['text', '(height <', 104, 63, 16.4],
  ['text', '(height >', 104, 63, 16.4],
  ['event', 'scrollend', 114, 109, 26.2],
  ['event', 'scrollsnapchange scrollsnapchanging', 129, never, never],
  ['event', 'beforetoggle', 114, 114, 17],
  ['event', 'beforeinput', 60, 87, 10.1],
  ['text', 'plaintext-only', 44, 136, 4],
]

export const newer: readonly Newer[] = table.flatMap(([where, names, chromium, firefox, safari]) =>
  (where === 'text' ? [names] : names.split(' ')).map((name) => ({
    where,
    name,
    since: { chromium, firefox, safari },
  })),
)

export interface Allowed {
  /** Where the built code uses it. */
  code: RegExp
  /** The feature test that has to be in the same file. */
  behind?: RegExp
  why: string
}

/** What is newer and used nevertheless: behind a feature test, or where its absence does no harm. */
export const allowed: readonly Allowed[] = [
  { code: /(?<=typeof reportError=="function"\?)reportError/g, why: 'React logs errors itself without it' },
  {
    code: /\bnavigation\.(transition|currentEntry|navigate\(|(add|remove)EventListener\("navigate)/g,
    behind: /if\(typeof navigation=="object"\)/,
    why: 'React shows that a transition is under way',
  },
  { code: /\.popover!=null/g, why: 'React reads an attribute of that name' },
  {
    code: /\.matches\(":popover-open"\)|\.togglePopover\(/g,
    behind: /"popover"in HTMLElement\.prototype/,
    why: 'before popovers a stand-in shows the same',
  },
  {
    code: /\.showModal\(\)/g,
    behind: /typeof [\w$]+\.showModal!="function"\?/,
    why: 'before dialogs a stand-in shows the same',
  },
  {
    code: /[\w$]+\.(fullscreenElement|fullscreenEnabled|exitFullscreen|requestFullscreen)\?\?(?=[\w$]+\.webkit)/g,
    why: 'Safari has the prefixed names',
  },
  {
    code: /document\.caretPositionFromPoint\(/g,
    behind: /if\(!document\.caretPositionFromPoint\)/,
    why: 'the other engines have caretRangeFromPoint',
  },
  {
    code: /\.pipeThrough\(new DecompressionStream\("gzip"\)\)/g,
    behind: /typeof DecompressionStream(?:>"u"|==="undefined")/,
    why: 'where it is missing, a message says how to save the sheet instead',
  },
  { code: /new OffscreenCanvas\(/g, why: 'drawPicture.ts asks the thread only where there is one' },
  { code: /Symbol\.dispose\|\|Symbol\.for\(/g, why: 'the signals fall back to a symbol of their own' },
  { code: /[\w$]+\[Symbol\.dispose\]=[\w$]+/g, why: 'the signals library adds it for `using`, which is not used here' },
]
