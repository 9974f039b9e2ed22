import { aroundOf, elementsIn, isText, linesIn, namesOf, type Node, type Parent, tagOf } from './tree.ts'

/** Where on its site a page says it is. */
export interface PagePlace {
  text: string
  steps: readonly string[]
  /** Its last step leads nowhere, as that of the page itself. */
  endsHere: boolean
}

const named = /crumb|weizhi|(?:^|[\s_-])(?:position|place|location|path|dqwz|pos)(?:$|[\s\d_-])/
const label = /^.{0,10}?(?:当前|您的|所在|现在的?)位置\s*[：:]?\s*/

/** The way to the page, as its head names it: to the end of its line. */
export function placeOf(document: Parent): PagePlace {
  for (const element of elementsIn(document)) {
    if (!named.test(namesOf(element))) continue
    const place = placeIn(linesIn(element).flatMap(({ nodes }) => nodes))
    if (place.text.length < 200 && /首页|主页|位置|>|»|›|\//.test(place.text)) return place
  }
  const lines = linesIn(document)
  const at = lines.findIndex(({ text }) => label.test(text))
  const isAlone = lines[at]?.text.replace(label, '') === ''
  return placeIn(lines[isAlone ? at + 1 : at]?.nodes ?? [])
}

function placeIn(nodes: readonly Node[]): PagePlace {
  const texts = nodes.filter(isText).filter(({ value }) => value.trim() !== '')
  const text = texts.map(({ value }) => value.trim().replace(/\s+/g, ' ')).join(' ')
  const steps = text.replace(label, '').split(/\s*[>＞»›/→]+\s*|\s+-+\s+/)
  const last = texts.at(-1)
  const isInLink = last !== undefined && [...aroundOf(last)].some((each) => tagOf(each) === 'a')
  return { text, steps: steps.filter((step) => step !== ''), endsHere: !isInLink }
}
