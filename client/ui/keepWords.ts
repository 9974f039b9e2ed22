import { escapeHtml } from '../../contract/text/escapeHtml.ts'

const { Segmenter } = Intl as { Segmenter?: typeof Intl.Segmenter }
const segmenter = Segmenter && new Segmenter('zh', { granularity: 'word' })

/** The server draws the same titles for every page that is not in its cache: segmenting them took a quarter of the time. */
const cache = new Map<string, string>()
const maxCached = 1_000

interface Script {
  dir: 'auto'
  'data-tall': '' | undefined
}
type Content = Script & ({ children: string } | { 'data-words': ''; dangerouslySetInnerHTML: { __html: string } })

const tall = /[\p{Script=Arabic}\p{Script=Tibetan}]/u
/** Uyghur and Tibetan have letters above and below each other, for which ui.css makes the lines of titles higher. */
export const tallMark = (text: string): '' | undefined => (tall.test(text) ? '' : undefined)

/**
 * The text of a title, of which ui.css breaks no word: Chinese has no spaces, so the places between words are marked. As HTML, since React
 * does not compare it with the server's: the dictionaries of browsers differ, and some have none.
 */
export function keepWords(text: string): Content {
  const script: Script = { dir: 'auto', 'data-tall': tallMark(text) }
  if (!segmenter) return { ...script, children: text }
  let html = cache.get(text)
  if (html === undefined) {
    if (cache.size === maxCached) cache.clear()
    cache.set(text, (html = htmlOf(segmenter.segment(text))))
  }
  return { ...script, 'data-words': '', dangerouslySetInnerHTML: { __html: html } }
}

/** What browsers would break at its hyphens. */
const hyphened = /[A-Za-z\d-]+/g
/** The name of a model: as long as it surely fits into a line. */
const model = /^(?=.{3,16}$)(?=.*[A-Za-z])[A-Za-z\d]+(?:-[A-Za-z\d]+)+$/

function htmlOf(segments: Iterable<Intl.SegmentData>): string {
  let html = ''
  let afterChinese = false
  for (const { segment } of segments) {
    // Two characters: the dictionary takes many words apart, and what is left over are single ones. A mark beside Latin would remove the
    // gap there.
    if (afterChinese && /^\p{Script=Han}{2}/u.test(segment)) html += '<wbr>'
    html += escapeHtml(segment)
    afterChinese = /\p{Script=Han}$/u.test(segment)
  }
  const whole = html.replace(hyphened, (part) => (model.test(part) ? `<span class="nowrap">${part}</span>` : part))
  // Screen readers would read a bare one as a space.
  return whole.replaceAll('<wbr>', '<wbr aria-hidden="true">')
}
