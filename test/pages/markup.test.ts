import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, test } from 'node:test'
import { type DefaultTreeAdapterTypes, parse } from 'parse5'
import { everyDesktop, everyPhone, rarer, writeEnglish } from '../browser/paths.ts'
import { startServer, type TestServer } from '../server.ts'

type Element = DefaultTreeAdapterTypes.Element
type ParentNode = DefaultTreeAdapterTypes.ParentNode

const attribute = (element: Element, name: string): string | undefined =>
  element.attrs.find((each) => each.name === name)?.value

/** With everything in it, in the order of the document. */
const elementsIn = (parent: ParentNode): Element[] =>
  parent.childNodes.flatMap((node) => ('tagName' in node ? [node, ...elementsIn(node)] : []))

const textIn = (parent: ParentNode): string =>
  parent.childNodes
    .map((node) => {
      if (node.nodeName === '#text') return (node as DefaultTreeAdapterTypes.TextNode).value
      if (!('tagName' in node)) return ''
      return node.tagName === 'img' ? (attribute(node, 'alt') ?? '') : textIn(node)
    })
    .join('')

const openTag = (element: Element): string =>
  `<${[element.tagName, ...element.attrs.map(({ name, value }) => `${name}="${value}"`)].join(' ')}>`

const isHeading = ({ tagName }: Element): boolean => /^h[1-6]$/.test(tagName)
const interactive = ['a', 'button', 'input', 'select', 'textarea', 'summary', 'label']
const controls = ['a', 'button', 'input', 'select', 'textarea', 'summary', 'iframe', 'dialog']
const obsolete: Record<string, RegExp> = {
  align: /./,
  bgcolor: /./,
  border: /./,
  cellpadding: /./,
  cellspacing: /./,
  frameborder: /./,
  scrolling: /./,
  name: /^(a|img)$/,
  width: /^(t[dhr]|table|col|hr|pre)$/,
  height: /^(t[dhr]|table)$/,
  language: /./,
}
const references = ['for', 'aria-controls', 'aria-labelledby', 'aria-describedby', 'aria-errormessage', 'list', 'form']

const built = (file: string): string => readFileSync(new URL(`../../dist/client/${file}`, import.meta.url), 'utf8')
const classesIn = (sheets: readonly string[]): Set<string> =>
  new Set(sheets.flatMap((file) => built(file).match(/(?<=\.)[a-z][\w-]*/gi) ?? []))
/** Which fields of an inquiry share a line; those of an application do not. */
const otherwiseElsewhere = ['text', 'phone']
const styled = classesIn(Object.values(JSON.parse(built('manifest.json')).site.sheets))

/** What a validator would say of a page, and a few things that it leaves to people. */
function faultsOf(html: string, lang: string): string[] {
  const faults: string[] = []
  const document = parse(html, {
    sourceCodeLocationInfo: true,
    onParseError: ({ code, startOffset }) =>
      faults.push(`${code} at ${html.slice(Math.max(0, startOffset - 60), startOffset + 40)}`),
  })
  const all = elementsIn(document)
  const root = all[0]
  if (!root || attribute(root, 'lang') !== lang) faults.push(`the page is in ${lang}`)

  const headings = all.filter(isHeading).map((each) => ({ level: Number(each.tagName[1]), words: textIn(each) }))
  if (headings.filter(({ level }) => level === 1).length !== 1) faults.push('a page has one h1')
  headings.forEach(({ level, words }, index) => {
    if (!words.trim()) faults.push(`an h${level} is empty`)
    if (level > (headings[index - 1]?.level ?? 0) + 1) faults.push(`h${level} ${words} leaves out a level`)
  })

  const ids = all.flatMap((each) => attribute(each, 'id') ?? [])
  for (const id of ids) if (ids.filter((each) => each === id).length > 1) faults.push(`the id ${id} is not unique`)
  const labelled = new Set(all.flatMap((each) => (each.tagName === 'label' ? (attribute(each, 'for') ?? []) : [])))
  const hasName = (element: Element): boolean =>
    Boolean(
      attribute(element, 'aria-label')?.trim() ||
        attribute(element, 'aria-labelledby') ||
        attribute(element, 'title')?.trim() ||
        textIn(element).trim() ||
        labelled.has(attribute(element, 'id') ?? '') ||
        ancestors(element).some(({ tagName }) => tagName === 'label'),
    )

  const ownStyled = classesIn(html.match(/(?<=<link rel="stylesheet" href="\/assets\/)[^"]+/g) ?? [])
  for (const element of all) {
    const { tagName, attrs } = element
    for (const name of (attribute(element, 'class') ?? '').split(' '))
      if (styled.has(name) && !ownStyled.has(name) && !otherwiseElsewhere.includes(name))
        faults.push(`${openTag(element)} is styled on other pages only`)
    const within = ancestors(element)
    const isHidden = [element, ...within].some((each) => attribute(each, 'aria-hidden') === 'true')
    for (const { name, value } of attrs) {
      if (obsolete[name]?.test(tagName)) faults.push(`${openTag(element)} has the obsolete ${name}`)
      const missing = references.includes(name) ? value.split(' ').filter((id) => id && !ids.includes(id)) : []
      if (missing.length > 0) faults.push(`${openTag(element)} refers to ${missing}, which is not there`)
      if (name === 'style' || /^on/.test(name)) faults.push(`${openTag(element)} has an inline ${name}`)
    }
    if (tagName === 'img' && attribute(element, 'alt') === undefined) faults.push(`${openTag(element)} has no alt`)
    const isControl = controls.includes(tagName) && attribute(element, 'type') !== 'hidden'
    if (isControl && !isHidden && !hasName(element)) faults.push(`${openTag(element)} has no name`)
    const around = within.find((each) => ['a', 'button', 'summary'].includes(each.tagName))
    if (around && interactive.includes(tagName)) faults.push(`${openTag(element)} is in ${openTag(around)}`)
    const isNamed = attribute(element, 'aria-label') ?? attribute(element, 'aria-labelledby')
    const ownHeading = elementsIn(element).some((each) => isHeading(each) && sectionOf(each) === element)
    if ((tagName === 'section' || tagName === 'article') && !ownHeading && !isNamed)
      faults.push(`${openTag(element)} has neither a heading nor a label`)
    if (/^[uo]l$/.test(tagName)) {
      const others = elementsIn(element).filter((each) => each.parentNode === element && each.tagName !== 'li')
      if (others.length > 0) faults.push(`${openTag(element)} has ${others.map(openTag)} in it`)
    }
  }
  return faults
}

function ancestors(element: Element): Element[] {
  const parent = element.parentNode
  return parent && 'tagName' in parent ? [parent, ...ancestors(parent)] : []
}
const sectionOf = (element: Element): Element | undefined =>
  ancestors(element).find(({ tagName }) => /^(section|article|nav|aside)$/.test(tagName))

async function assertClean(server: TestServer, paths: Iterable<string>, agent: string): Promise<void> {
  const faults: string[] = []
  for (const path of paths) {
    const response = await fetch(server.url + path, { headers: { 'User-Agent': agent } })
    assert.equal(response.redirected, false, `${path} is for ${agent}`)
    const found = faultsOf(await response.text(), path === '/en' ? 'en' : 'zh-CN')
    faults.push(...found.map((fault) => `${path} ${fault}`))
  }
  assert.deepEqual(faults, [])
}

const phone = 'iPhone'
const desktop = 'Chrome'
test('the markup of every page of the starter has no fault, in a browser and on a phone', async (t) => {
  const server = await startServer(t, { env: { SEED: 'on' } })
  await writeEnglish(server)
  const map = await (await fetch(`${server.url}/sitemap.xml`)).text()
  const listed = Array.from(map.matchAll(/<loc>([^<]+)/g), ([, address = '']) => address.replaceAll('&amp;', '&'))
  const addresses = listed.map((address) => address.slice(new URL(address).origin.length))
  assert.ok(addresses.length > 60 && addresses.includes('/en'))
  await assertClean(server, new Set([...everyDesktop, ...addresses, ...rarer]), desktop)
  await assertClean(server, new Set([...everyPhone, ...rarer]), phone)
})

test('nor has that of a site without content, and of the page that begins one', async (t) => {
  const server = await startServer(t)
  const lists = [
    '/xwdt',
    '/xiangmuanli',
    '/yingyongchangjing',
    '/zizhi',
    '/product/compare',
    '/search',
    '/no-such-page',
  ]
  await assertClean(server, ['/', '/product', '/dljm', '/gywm', ...lists, '/begin'], desktop)
  await assertClean(server, ['/mobile', '/zhuyingyewu', '/dailijiameng', '/gongsijianjie', ...lists], phone)
})

test('nor has that of a form that was sent without a script and is refused', async () => {
  const server = await startServer({ after }, { env: { SEED: 'on' } })
  for (const path of ['/zixun', '/dljm']) {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', 'User-Agent': desktop },
      body: 'name=&phone=12',
    })
    assert.deepEqual(faultsOf(await response.text(), 'zh-CN'), [], path)
  }
})
