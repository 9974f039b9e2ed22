import { findLast } from '../lib/lastOf.ts'
import type { Surface } from './surface.ts'
import { closestWithin, inlineNodes, isText } from './text/nodes.ts'
import { caretAt, isCaret } from './text/selectionMarkers.ts'

/**
 * When the text of a link is typed over, browsers put the first letter into the link and the others behind it, and none at all from
 * an input method. Here all of them go into the link, until the caret leaves it.
 */
export function createLinkTyping(surface: Surface) {
  let link: HTMLElement | undefined

  return {
    beforeInput(): void {
      const points = surface.points()
      const { startContainer, endContainer, endOffset } = points
      const here = closestWithin(surface.root, startContainer, 'a')
      if (isCaret(points)) {
        if (here !== link) link = undefined
        return
      }
      const rest = document.createRange()
      rest.setStart(endContainer, endOffset)
      if (here) rest.setEnd(here, here.childNodes.length)
      link = here?.contains(endContainer) && rest.toString() === '' ? here : undefined
    },
    afterInput(typed: string | null): void {
      const { endContainer: text, endOffset } = surface.points()
      if (!link || !typed || !isText(text) || link.contains(text) || endOffset < typed.length) return
      const isRemoved = !link.isConnected
      if (!isRemoved && (text.previousSibling !== link || endOffset > typed.length)) return
      const range = document.createRange()
      range.setStart(text, endOffset - typed.length)
      range.setEnd(text, endOffset)
      if (isRemoved) range.surroundContents((link = link.cloneNode(false) as HTMLElement))
      else link.append(range.extractContents())
      link.normalize()
      const last = findLast(inlineNodes(link), isText)
      if (last) surface.select(caretAt(last, last.length))
    },
  }
}
