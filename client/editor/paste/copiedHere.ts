/** What was copied here bears this attribute, and is right as it is. */
export const copiedHere = 'data-zhuzhan'
export const markAsCopied = (html: string): string => `<div ${copiedHere}>${html}</div>`
