import { snapshot, serialize } from './write.ts'

/** Parsed this way HTML runs no scripts and loads nothing. The doctype gives standards mode, where a table ends a paragraph. */
export const parseHtml = (html: string): HTMLElement =>
  new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html').body

/** The part of any HTML that the allow-list keeps. */
export const allowedFragment = (html: string): DocumentFragment => fragmentOf(serialize(parseHtml(html)))

/** The same for a pasted document after the paste steps; pictures that are being uploaded stay in. */
export const pastedFragment = (body: HTMLElement): DocumentFragment => fragmentOf(snapshot(body).join(''))

/** Parses what `serialize` returned, or blocks of a snapshot. Nothing else is safe here. */
export function fragmentOf(clean: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const node of [...parseHtml(clean).childNodes]) fragment.append(document.importNode(node, true))
  return fragment
}
