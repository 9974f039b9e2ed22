/** There ⌘ is in place of Ctrl. */
export const onMac = /Mac|iP(hone|ad)/.test(globalThis.navigator?.platform ?? '')
