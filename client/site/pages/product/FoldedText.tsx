import { Icon } from '../../../ui/Icon.tsx'
import { RichText } from '../../../ui/RichText.tsx'

/** On a phone the first words of a text; what is below its first heading opens with a tap. */
export function FoldedText({ html }: { html: string }) {
  const at = firstHeading(html)
  if (at < 1) return <RichText html={html} />
  return (
    <div>
      <RichText html={html.slice(0, at)} />
      <details className="unfold">
        <summary className="button outline">
          详细介绍
          <Icon name="chevron-down" />
        </summary>
        <RichText html={html.slice(at)} />
      </details>
    </div>
  )
}

/** Where the first heading begins that is in nothing else. */
function firstHeading(html: string): number {
  let depth = 0
  for (const { 1: slash, 2: name = '', index } of html.matchAll(tags)) {
    if (slash) depth--
    else if (depth === 0 && /^h[1-6]$/.test(name)) return index
    else if (!isVoid.test(name)) depth++
  }
  return -1
}

/** As the cleaner writes them: in a text or a value it writes `&lt;`. */
const tags = /<(\/?)([a-z]+\d?)/g
const isVoid = /^(?:br|hr|img|col)$/
