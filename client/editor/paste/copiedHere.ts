/** HTML copied in this editor has this attribute and needs no paste steps. */
export const copiedHere = 'data-zhuzhan'
export const markAsCopied = (html: string): string => `<div ${copiedHere}>${html}</div>`
