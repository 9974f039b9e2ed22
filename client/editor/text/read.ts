import { drafted, withoutEdges, written } from './write.ts'

/** A document that runs nothing and loads nothing. In standards mode, as pages are: there a table ends a paragraph. */
export const parsed = (html: string): HTMLElement => new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html').body

/** The content of an HTML text from anywhere: nothing gets into the page but what the allow-list names. */
export const read = (html: string): DocumentFragment => grown(written(parsed(html)))

/** The same for a document that steps of pasting have gone over; pictures on their way up stay in. */
export const readPasted = (body: HTMLElement): DocumentFragment => grown(withoutEdges(drafted(body)))

/** What `written` or `drafted` made, as a tree again. Nothing else may be given. */
export function grown(clean: string): DocumentFragment {
  const fragment = document.createDocumentFragment()
  for (const node of [...parsed(clean).childNodes]) fragment.append(document.importNode(node, true))
  return fragment
}
