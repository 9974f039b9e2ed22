/** For texts and for quoted attributes, of XML as well. Rich text is written by `writeRich`, as its cleaner has it. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
