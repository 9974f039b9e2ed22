import { officeHeadings, officeLists, officeTags, sheetColumns, sheetRules } from './office.ts'
import { pictures, players } from './pictures.ts'
import { alignment, boldThatIsNot, inlineStyles, oldTags, unseen } from './styles.ts'
import type { PasteStep, PasteWorld } from './pasteStep.ts'
import { blankParagraphs, blocksInLines, boxes, doubleBreaks, frames, latePictures, loneParagraphs, plainCode, sourceLines, spacesAtEnds } from './webPages.ts'
import { copiedHere } from './copiedHere.ts'
import { unwrap } from '../text/nodes.ts'
import { parsed, readPasted } from '../text/read.ts'

export { picturesOfRtf } from './office.ts'
export { htmlOfText, looksLikeMarkdown, withoutPreface } from './plainText.ts'

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
