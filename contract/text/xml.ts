/** A document that declares its own entities, which could grow without end. */
export class UnsafeXml extends Error {}

type XmlPart =
  | { is: 'open'; name: string; fullName: string; attributes: Readonly<Record<string, string>>; empty: boolean }
  | { is: 'close'; name: string }
  | { is: 'text'; text: string }

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Entities of its own could grow without end: a document that declares some is refused, and no other one is looked up. */
export const unescapeXml = (text: string): string =>
  text.replace(
    /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi,
    (whole, hex?: string, digits?: string, name?: string) => {
      if (name !== undefined) return entities[name] ?? whole
      const code = hex === undefined ? Number(digits) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
    },
  )

const kindsOfPart = [
  // A text as it stands.
  /<!\[CDATA\[(?<cdata>[^]*?)\]\]>/,
  // A comment, and an instruction.
  /<!--[^]*?-->/,
  /<\?[^]*?\?>/,
  // Not one in a text: articles about HTML have it.
  /<!(?<doctype>DOCTYPE)/,
  // A tag: the sign that ends one may be in a value, in quotation marks.
  /<(?<slash>\/?)(?<name>[\w:.-]+)(?<attributes>(?:[^<>"']|"[^"]*"|'[^']*')*?)(?<empty>\/?)>/,
  /(?<text>[^<]+)/,
]
const anyPart = new RegExp(kindsOfPart.map(({ source }) => source).join('|'), 'gi')

/** Reads an XML document part by part. Names lose their prefixes. `read` is for texts that are not written as the markup is. */
export function* readXml(xml: string, read = (text: string): string => text): Generator<XmlPart> {
  for (const { groups = {} } of xml.matchAll(anyPart)) {
    const { cdata, doctype, slash, name, attributes = '', empty, text } = groups
    if (doctype !== undefined) throw new UnsafeXml('文件里有不该有的内容，没有读取')
    if (cdata !== undefined) yield { is: 'text', text: read(cdata) }
    else if (text !== undefined) yield { is: 'text', text: unescapeXml(read(text)) }
    else if (name === undefined) continue
    else if (slash === '/') yield { is: 'close', name: localName(name) }
    else
      yield {
        is: 'open',
        name: localName(name),
        fullName: name,
        attributes: attributesIn(attributes),
        empty: empty === '/',
      }
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

function attributesIn(text: string): Record<string, string> {
  const attributes: Record<string, string> = {}
  for (const [, name = '', double, single] of text.matchAll(/([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    attributes[localName(name)] = unescapeXml(double ?? single ?? '')
  return attributes
}
