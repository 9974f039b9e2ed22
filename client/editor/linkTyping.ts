import { findLast } from '../lib/lastOf.ts'
import { isText, leaves, within } from './text/nodes.ts'
import type { Surface } from './surface.ts'

/**
 * Typed over the words of a link, browsers put the first letter into it and the others behind it; from an input method they put none
 * into it. Here all of them go in, until the caret is elsewhere.
 */
export function createRetyping(surface: Surface) {
  let link: HTMLElement | undefined

  return {
    /** Before letters come. */
    begin(): void {
      const { startContainer, startOffset, endContainer, endOffset } = surface.here()
      const here = within(surface.root, startContainer, 'a')
      if (startContainer === endContainer && startOffset === endOffset) {
        if (here !== link) link = undefined
        return
      }
      const rest = document.createRange()
      rest.setStart(endContainer, endOffset)
      if (here) rest.setEnd(here, here.childNodes.length)
      link = here?.contains(endContainer) && rest.toString() === '' ? here : undefined
    },
    /** After these have come. */
    take(letters: string | null): void {
      const { endContainer: text, endOffset } = surface.here()
      if (!link || !letters || !isText(text) || link.contains(text) || endOffset < letters.length) return
      const gone = !link.isConnected
      if (!gone && (text.previousSibling !== link || endOffset > letters.length)) return
      const range = document.createRange()
      range.setStart(text, endOffset - letters.length)
      range.setEnd(text, endOffset)
      if (gone) range.surroundContents((link = link.cloneNode(false) as HTMLElement))
      else link.append(range.extractContents())
      link.normalize()
      const last = findLast(leaves(link), isText)
      if (last) surface.select({ startContainer: last, startOffset: last.length, endContainer: last, endOffset: last.length })
    },
  }
}
