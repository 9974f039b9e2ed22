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
  let afterWord = false
  for (const { segment, isWordLike = false } of segmenter.segment(text)) {
    // The dictionary takes many words apart, and what is left over are single characters.
    if (afterWord && isWordLike && segment.length > 1) html += '<wbr>'
    html += segment.replace(/[&<]/g, (mark) => `&#${mark.charCodeAt(0)};`)
    afterWord = isWordLike
  }
  return { 'data-words': '', dangerouslySetInnerHTML: { __html: html } }
}
