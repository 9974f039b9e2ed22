import assert from 'node:assert/strict'
import { defaultTreeAdapter, type DefaultTreeAdapterTypes, html, parse, parseFragment, serialize } from 'parse5'
import { clean } from '../../server/media/clean.ts'

/** The policy again, independent of contract/text/markup.ts, so that an error there is not repeated here. */
const everywhere = ['class']
const allowed: Readonly<Record<string, readonly string[]>> = {
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  h5: [],
  h6: [],
  p: [],
  pre: [],
  div: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  hr: [],
  br: [],
  figure: [],
  figcaption: [],
  table: [],
  caption: [],
  colgroup: ['span'],
  col: ['span'],
  thead: [],
  tbody: [],
  tfoot: [],
  tr: [],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan', 'scope'],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  del: [],
  ins: [],
  sub: [],
  sup: [],
  mark: [],
  small: [],
  code: [],
  span: [],
  a: ['href', 'title', 'target', 'rel'],
  img: ['src', 'alt', 'width', 'height'],
  details: [],
  summary: [],
  video: ['src', 'poster', 'width', 'height', 'preload', 'controls'],
}
const directed = /^(?:h[1-6]|p|pre|div|blockquote|[uo]l|li|figure|figcaption|table|caption|t[hd])$/
const classes = new Set([
  'align-left',
  'align-center',
  'align-right',
  'align-justify',
  'color-red',
  'color-orange',
  'color-yellow',
  'color-green',
  'color-blue',
  'color-purple',
  'color-grey',
  'width-25',
  'width-50',
  'width-75',
  'width-100',
])
const site = 'https://site.test'

function assertAttribute(tag: string, name: string, value: string): void {
  const where = `${tag} ${name}=${JSON.stringify(value)}`
  const isAllowedEverywhere = everywhere.includes(name) && !/^(?:details|summary)$/.test(tag)
  const isDirection = name === 'dir' && directed.test(tag)
  assert.ok(isAllowedEverywhere || isDirection || allowed[tag]?.includes(name), `attribute not in the policy: ${where}`)
  assert.doesNotMatch(value, /[\0-\x08\x0B-\x1F\x7F-\x9F]/, `control character: ${where}`)
  if (name === 'dir') assert.ok(['ltr', 'rtl', 'auto'].includes(value), `direction: ${where}`)
  if (name === 'class')
    for (const word of value.split(' ')) assert.ok(classes.has(word), `class not in the policy: ${where}`)
  if (name === 'href') {
    const url = new URL(value, `${site}/a/b?c`)
    assert.ok(['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol), `scheme: ${where}`)
    if (!/^https?:\/\//i.test(value))
      assert.ok(['null', site].includes(url.origin), `looks like ours and leaves the site: ${where}`)
  }
  if (name === 'src' || name === 'poster') {
    const url = new URL(value, `${site}/a/b?c`)
    assert.equal(url.protocol, 'https:', `scheme: ${where}`)
    if (!/^https:\/\//i.test(value)) {
      assert.ok(value.startsWith('/') && url.origin === site, `looks like ours and leaves the site: ${where}`)
    }
  }
  if (['width', 'height', 'colspan', 'rowspan', 'span', 'start'].includes(name)) assert.match(value, /^\d{1,4}$/, where)
  if (name === 'target') assert.equal(value, '_blank')
  if (name === 'rel') assert.equal(value, 'noopener noreferrer')
}

function assertTree(root: DefaultTreeAdapterTypes.ParentNode, ignored: ReadonlySet<string> = new Set()): void {
  const rest: DefaultTreeAdapterTypes.ChildNode[] = [...root.childNodes]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (node.nodeName === '#text') continue
    assert.ok('tagName' in node, `neither text nor element: ${node.nodeName}`)
    if (!ignored.has(node.tagName)) {
      assert.equal(node.namespaceURI, html.NS.HTML, `foreign element: ${node.tagName}`)
      assert.ok(Object.hasOwn(allowed, node.tagName), `element not in the policy: ${node.tagName}`)
      for (const { name, value } of node.attrs) assertAttribute(node.tagName, name, value)
      const names = node.attrs.map(({ name }) => name)
      if (names.includes('target')) assert.ok(names.includes('rel'), 'a new window without noopener')
      if (node.tagName === 'video') assert.ok(names.includes('controls'))
    }
    rest.push(...node.childNodes)
  }
}

/** Every `details` is at the top and begins with its only `summary`, and no `summary` is elsewhere. */
function assertDetails(root: DefaultTreeAdapterTypes.ParentNode): void {
  const begun = new Set(root.childNodes.filter(({ nodeName }) => nodeName === 'details'))
  const rest = [...root.childNodes]
  for (let node = rest.pop(); node; node = rest.pop()) {
    if (!('childNodes' in node)) continue
    if (node.nodeName === 'details') assert.ok(begun.has(node), 'details inside something')
    if (node.nodeName === 'details') assert.equal(node.childNodes[0]?.nodeName, 'summary')
    for (const child of node.childNodes.slice(node.nodeName === 'details' ? 1 : 0))
      assert.notEqual(child.nodeName, 'summary')
    rest.push(...node.childNodes)
  }
}

/** Checks that a browser parses only allowed markup from it, in any context, and that it is in its final form. */
export function assertSafe(output: string, source: string): void {
  const what = `\nsource: ${JSON.stringify(source.slice(0, 2000))}\noutput: ${JSON.stringify(output.slice(0, 2000))}`
  try {
    const inDiv = parseFragment(defaultTreeAdapter.createElement('div', html.NS.HTML, []), output, {})
    assertTree(inDiv)
    assertDetails(inDiv)
    assertTree(parseFragment(output))
    assertTree(parseFragment(output, { scriptingEnabled: false }))
    const page = parse(`<!doctype html><body><div>${output}</div></body>`)
    assertTree(page.childNodes[1] as DefaultTreeAdapterTypes.Element, new Set(['head', 'body']))
    assert.doesNotMatch(output, /[\0-\x08\x0B-\x1F\x7F-\x9F\uFEFF]/, 'control character')
    assert.ok(output.isWellFormed(), 'half a surrogate pair')
    // Another serialiser must write the same of it (it leaves the line feed that <pre> swallows to its caller).
    if (!output.includes('<pre')) assert.equal(serialize(inDiv), output, 'parses to another tree')
    assert.equal(clean(output), output, 'cleaning again changes it')
  } catch (error) {
    if (error instanceof Error) error.message += what
    throw error
  }
}

/** Cleans, checks and returns the result. */
export function cleaned(source: string): string {
  const output = clean(source)
  assertSafe(output, source)
  return output
}
