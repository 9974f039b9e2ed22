import { SheetProblem } from './sheetProblem.ts'

export type XmlPart =
  | { is: 'open'; name: string; attributes: Readonly<Record<string, string>>; empty: boolean }
  | { is: 'close'; name: string }
  | { is: 'text'; text: string }

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Entities of its own could grow without end: a document that declares some is refused, and no other one is looked up. */
const plain = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )

/** Reads an XML document part by part. Names lose their prefixes. */
export function* readXml(xml: string): Generator<XmlPart> {
  if (/<!DOCTYPE/i.test(xml)) throw new SheetProblem('文件里有不该有的内容，没有读取')
  const part =
    /<!\[CDATA\[([^]*?)\]\]>|<!--[^]*?-->|<\?[^]*?\?>|<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|[^<]+/g
  for (const [whole, cdata, slash, name = '', attributes = '', empty] of xml.matchAll(part)) {
    if (cdata !== undefined) yield { is: 'text', text: cdata }
    else if (slash === '/') yield { is: 'close', name: localName(name) }
    else if (name !== '')
      yield { is: 'open', name: localName(name), attributes: attributesIn(attributes), empty: empty === '/' }
    else if (!whole.startsWith('<')) yield { is: 'text', text: plain(whole) }
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesIn(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[localName(name)] = plain(double ?? single ?? '')
  return attributes
}
