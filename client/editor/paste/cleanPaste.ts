import {
  convertOfficeHeadings,
  convertOfficeLists,
  unwrapOfficeTags,
  removeColumnWidths,
  applySpreadsheetRules,
} from './office.ts'
import { resolvePictures, replacePlayers } from './pictures.ts'
import { convertAlignment, unwrapNormalWeightBold, convertInlineStyles, modernizeTags, removeHidden } from './styles.ts'
import type { PasteStep, PasteContext } from './pasteStep.ts'
import {
  removeBlankParagraphs,
  hoistBlocksFromInline,
  unwrapContainers,
  splitAtDoubleBreaks,
  unwrapSingleCellTables,
  resolveLazyMedia,
  unwrapLoneParagraphs,
  flattenCode,
  collapseSourceLines,
  trimLines,
} from './webPages.ts'
import { copiedHere } from './copiedHere.ts'
import { unwrap } from '../text/nodes.ts'
import { parseHtml, pastedFragment } from '../text/read.ts'

/**
 * The steps for HTML from elsewhere, in this order. Each handles one habit of some program. The result is reduced to the allow-list,
 * so a step that misses something costs formatting, never safety.
 */
const pasteSteps: readonly PasteStep[] = [
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

/**
 * Under our content security policy a browser reports every style and handler that it parses, even in a document that is never shown.
 * What is not closed ends with the text, here and in the patterns of the steps: looking for the end of each would take quadratic time.
 */
const disableStyles = (html: string): string =>
  html
    .replace(/<(\/?)style\b/gi, '<$1xmp')
    .replace(/<[a-z](?:"[^"]*(?:"|$)|'[^']*(?:'|$)|[^"'>])*(?:>|$)/gi, (tag) =>
      tag.replace(/(["'\s/])style\s*=/gi, '$1data-css=').replace(/(["'\s/])on[a-z]+\s*=/gi, '$1data-off='),
    )

export function cleanPaste(html: string, context: PasteContext): DocumentFragment {
  const body = parseHtml(disableStyles(html))
  const ownContent = body.querySelector(`[${copiedHere}]`)
  for (const step of ownContent ? [resolvePictures] : pasteSteps) step(body, context)
  if (ownContent) unwrap(ownContent)
  return pastedFragment(body)
}
