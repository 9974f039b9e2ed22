import { convertOfficeHeadings, convertOfficeLists, unwrapOfficeTags, removeColumnWidths, applySpreadsheetRules } from './office.ts'
import { resolvePictures, replacePlayers } from './pictures.ts'
import { convertAlignment, unwrapNormalWeightBold, convertInlineStyles, modernizeTags, removeHidden } from './styles.ts'
import type { PasteStep, PasteContext } from './pasteStep.ts'
import { removeBlankParagraphs, hoistBlocksFromInline, unwrapContainers, splitAtDoubleBreaks, unwrapSingleCellTables, resolveLazyMedia, unwrapLoneParagraphs, flattenCode, collapseSourceLines, trimLines } from './webPages.ts'
import { copiedHere } from './copiedHere.ts'
import { unwrap } from '../text/nodes.ts'
import { parseHtml, pastedFragment } from '../text/read.ts'

export { picturesFromRtf } from './office.ts'
export { htmlOfText, looksLikeMarkdown, withoutFrontMatter } from './plainText.ts'

/**
 * What happens to HTML from elsewhere, in this order. Each step knows one habit of some program; what they leave is cut down to the
 * allow-list, so a step that misses something costs some form, never safety.
 */
export const pasteSteps: readonly PasteStep[] = [
  applySpreadsheetRules,
  removeHidden,
  unwrapOfficeTags,
  convertOfficeLists,
  convertOfficeHeadings,
  resolveLazyMedia,
  flattenCode,
  collapseSourceLines,
  unwrapNormalWeightBold,
  modernizeTags,
  convertInlineStyles,
  convertAlignment,
  hoistBlocksFromInline,
  replacePlayers,
  resolvePictures,
  unwrapContainers,
  unwrapSingleCellTables,
  removeColumnWidths,
  splitAtDoubleBreaks,
  unwrapLoneParagraphs,
  removeBlankParagraphs,
  trimLines,
]

/** A browser under our policy complains of every style and every handler it reads, even in a document that is never shown; so it reads none. */
const disableStyles = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, '<$1xmp')
    .replace(/<[a-z](?:"[^"]*"|'[^']*'|[^"'>])*>/gi, (tag) => tag.replace(/(["'\s/])style\s*=/gi, '$1data-css=').replace(/(["'\s/])on[a-z]+\s*=/gi, '$1data-off='))

export function cleanPaste(html: string, world: PasteContext): DocumentFragment {
  const body = parseHtml(disableStyles(html))
  const own = body.querySelector(`[${copiedHere}]`)
  for (const step of own ? [resolvePictures] : pasteSteps) step(body, world)
  if (own) unwrap(own)
  return pastedFragment(body)
}
