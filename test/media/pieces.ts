/** Generates hostile documents, deterministically by seed. */

export const random = (seed: number) => (): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
}

const ours = [
  'p',
  'p',
  'div',
  'h1',
  'h3',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'li',
  'li',
  'figure',
  'figcaption',
  'table',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'td',
  'th',
  'a',
  'a',
  'b',
  'b',
  'i',
  'em',
  'strong',
  'u',
  's',
  'code',
  'small',
  'span',
  'mark',
  'sub',
  'br',
  'hr',
  'img',
  'video',
  'details',
  'details',
  'summary',
  'summary',
]
/** Unknown to the policy, but they move, close or reopen surrounding elements. */
const disturbing = [
  'section',
  'center',
  'font',
  'nobr',
  'big',
  'tt',
  'button',
  'form',
  'input',
  'option',
  'optgroup',
  'listing',
  'marquee',
  'dl',
  'dt',
  'dd',
  'ruby',
  'rt',
  'rp',
  'html',
  'head',
  'body',
  'frame',
  'base',
  'link',
  'meta',
  'image',
  'dialog',
  'address',
  'source',
  'x-y',
]
/** Their content is text, or they switch the parser to another mode. */
const swallowing = [
  'select',
  'textarea',
  'title',
  'style',
  'script',
  'noscript',
  'template',
  'iframe',
  'noembed',
  'noframes',
  'xmp',
  'plaintext',
  'svg',
  'math',
  'desc',
  'foreignObject',
  'mtext',
  'mi',
  'mglyph',
  'malignmark',
  'annotation-xml',
  'object',
  'applet',
  'frameset',
]
const attributes = [
  'class="align-center x color-red"',
  'class=width-50',
  'class="color-red color-blue"',
  'style="color:red"',
  'id=x',
  'name=body',
  'onclick=alert(1)',
  'href=/a',
  'href="javascript:alert(1)"',
  'href="https://e.test/?a=1&amp;b=2"',
  'href=//e.test',
  'target=_blank',
  'rel=opener',
  'title="\'&quot;<b>&gt;"',
  'title="\u00A0&#1;\0"',
  'src=/x.png',
  'src="https://e.test/x.png"',
  'src=data:image/png;base64,AAAA',
  'srcset="/x 1x"',
  'alt="</p><p>"',
  'alt',
  'width=10',
  'colspan=2',
  'dir=rtl',
  'dir=RTL',
  'dir="rtl onclick=x"',
  'rowspan=0',
  'start=3',
  'scope=col',
  'controls',
  'poster=/p.png',
  'encoding="text/html"',
  'type=hidden',
  'xlink:href=/x',
  'xmlns=x',
  '"',
  "'",
  '/',
]
const texts = [
  'x',
  '文字',
  ' ',
  '\n',
  '\n\n',
  '\t',
  '\r\n',
  '\r',
  '\f',
  '&#13;',
  '&#10;',
  '&nbsp;',
  '\u00A0',
  '&amp;',
  '&lt;b&gt;',
  '&',
  '<',
  '>',
  '</',
  '<!',
  '<?x',
  '\0',
  '\u0001',
  '😀',
  '\uD83D',
  '\uDE00',
  '\uFEFF',
  '\uFFFE',
  '\u2028',
  '&#0;',
  '&#x1;',
  '&#xD800;',
  '&notit',
  '<!-->',
  '<!-- x -->',
  '<!--',
  '-->',
  '<![CDATA[x]]>',
  ']]>',
  '"',
  "'",
  '`',
  '<!doctype html>',
  '</p>',
  '</br>',
  '</body>',
  '</html>',
  '</template>',
]

/** One document: well and badly nested tags with text between them, cut at arbitrary positions. */
export function nastyDocument(seed: number): string {
  const next = random(seed)
  const one = (list: readonly string[]): string => list[Math.floor(next() * list.length)] as string
  const open: string[] = []
  let out = ''
  const tags = [...ours, ...(next() < 0.6 ? disturbing : []), ...(next() < 0.4 ? swallowing : [])]
  const pool = next() < 0.4 ? tags : Array.from({ length: 6 }, () => one(tags))
  for (let left = 1 + Math.floor(next() * 40); left > 0; left--) {
    const dice = next()
    if (dice < 0.5) {
      const tag = one(pool)
      out += `<${tag}`
      for (let more = next() < 0.5; more; more = next() < 0.5)
        out += one([' ', ' ', ' ', '/', '\f', '\n', '']) + one(attributes)
      if (next() < 0.05) out += '/>'
      else if (next() >= 0.02) out += '>'
      open.push(tag)
    } else if (dice < 0.75) out += one(texts)
    else if (dice < 0.92) out += `</${open.pop() ?? one(tags)}>`
    else out += `</${one(open.length > 0 ? open : tags)}>`
  }
  return out
}
