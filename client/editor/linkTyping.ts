import { findLast } from '../lib/lastOf.ts'
import type { Surface } from './surface.ts'
import { closestWithin, inlineNodes, isText } from './text/nodes.ts'
import { caretAt, isCaret } from './text/selectionMarkers.ts'

/**
 * When the words of a link are typed over, browsers put the first letter into the link and the others behind it, and none at all from
 * an input method. Here all of them go in, until the caret is elsewhere.
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
    afterInput(letters: string | null): void {
      const { endContainer: text, endOffset } = surface.points()
      if (!link || !letters || !isText(text) || link.contains(text) || endOffset < letters.length) return
      const isGone = !link.isConnected
      if (!isGone && (text.previousSibling !== link || endOffset > letters.length)) return
      const range = document.createRange()
      range.setStart(text, endOffset - letters.length)
      range.setEnd(text, endOffset)
      if (isGone) range.surroundContents((link = link.cloneNode(false) as HTMLElement))
      else link.append(range.extractContents())
      link.normalize()
      const last = findLast(inlineNodes(link), isText)
      if (last) surface.select(caretAt(last, last.length))
    },
  }
}
