const { Segmenter } = Intl as { Segmenter?: typeof Intl.Segmenter }
const segmenter = Segmenter && new Segmenter('zh', { granularity: 'word' })

type Content = { children: string } | { 'data-words': ''; dangerouslySetInnerHTML: { __html: string } }

/**
 * The text of a title, of which ui.css breaks no word: Chinese has no spaces, so the places between words are marked. As HTML, since React
 * does not compare it with the server's: the dictionaries of browsers differ, and some have none.
 */
export function keepWords(text: string): Content {
  if (!segmenter) return { children: text }
  let html = ''
  let afterChinese = false
  for (const { segment } of segmenter.segment(text)) {
    // Two characters: the dictionary takes many words apart, and what is left over are single ones. A mark beside Latin would remove the gap there.
    if (afterChinese && /^\p{Script=Han}{2}/u.test(segment)) html += '<wbr>'
    html += segment.replace(/[&<]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    afterChinese = /\p{Script=Han}$/u.test(segment)
  }
  return { 'data-words': '', dangerouslySetInnerHTML: { __html: html } }
}
