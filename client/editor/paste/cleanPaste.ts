import { officeHeadings, officeLists, officeTags, sheetColumns, sheetRules } from './pasteOffice.ts'
import { pictures, players } from './pastePictures.ts'
import { alignment, boldThatIsNot, inlineStyles, oldTags, unseen } from './pasteStyles.ts'
import type { PasteStep, PasteWorld } from './pasteTools.ts'
import { blankParagraphs, blocksInLines, boxes, doubleBreaks, frames, latePictures, loneParagraphs, plainCode, sourceLines, spacesAtEnds } from './pasteWeb.ts'
import { copiedHere } from './copied.ts'
import { unwrap } from './nodes.ts'
import { parsed, readPasted } from './read.ts'

export { picturesOfRtf } from './pasteOffice.ts'
export { htmlOfText, looksLikeMarkdown, withoutPreface } from './pasteText.ts'

/**
 * What happens to HTML from elsewhere, in this order. Each step knows one habit of some program; what they leave is cut down to the
 * allow-list, so a step that misses something costs some form, never safety.
 */
export const steps: readonly PasteStep[] = [
  sheetRules,
  unseen,
  officeTags,
  officeLists,
  officeHeadings,
  latePictures,
  plainCode,
  sourceLines,
  boldThatIsNot,
  oldTags,
  inlineStyles,
  alignment,
  blocksInLines,
  players,
  pictures,
  boxes,
  frames,
  sheetColumns,
  doubleBreaks,
  loneParagraphs,
  blankParagraphs,
  spacesAtEnds,
]

/** A browser under our policy complains of every style and every handler it reads, even in a document that is never shown; so it reads none. */
const withoutStyles = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, '<$1xmp')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) => tag.replace(/(["'\s/])style\s*=/gi, '$1data-css=').replace(/(["'\s/])on[a-z]+\s*=/gi, '$1data-off='))

export function cleanPaste(html: string, world: PasteWorld): DocumentFragment {
  const body = parsed(withoutStyles(html))
  const own = body.querySelector(`[${copiedHere}]`)
  for (const step of own ? [pictures] : steps) step(body, world)
  if (own) unwrap(own)
  return readPasted(body)
}
