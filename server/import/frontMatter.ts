/** A text, or a list of values; in a list may be small maps. */
export type FrontValue = string | FrontValue[] | FrontMap
export interface FrontMap extends ReadonlyMap<string, FrontValue> {}
/** By their names in small letters: `a.b` is what `a` has as `b`. */
export type FrontValues = Map<string, FrontValue>

/** What stands before a text in Markdown. */
export interface FrontMatter {
  values: FrontValues
  text: string
  /** The names of what was not understood. */
  unread: string[]
}

/** More than an author writes. */
const maxLength = 65_536
const maxDepth = 4

/** YAML, TOML, JSON, and YAML without its first line, as Hexo has it; each with where it begins and ends. */
const forms = [
  { begin: /^---[ \t]*\n/, end: /^(?:---|\.\.\.)[ \t]*(?:\n|$)/m },
  { begin: /^\+\+\+[ \t]*\n/, end: /^\+\+\+[ \t]*(?:\n|$)/m },
  { begin: /^(?=\{\s)/, end: /(?<=^\})[ \t]*(?:\n;;;[ \t]*)?(?:\n|$)/m },
  { begin: /^(?=[\w-]+:\s)/, end: /^---[ \t]*(?:\n|$)/m },
]

/** Reads what such files have: texts, numbers, dates, lists, names within a name or an item of a list. Anything else is named. */
export function readFrontMatter(source: string): FrontMatter {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const head = text.slice(0, maxLength)
  for (const { begin, end } of forms) {
    const [opening] = begin.exec(head) ?? []
    if (opening === undefined) continue
    const found = end.exec(head.slice(opening.length))
    if (!found) continue
    // A copy: a part of a text keeps all of it in memory.
    const written = Buffer.from(head.slice(opening.length, opening.length + found.index)).toString()
    const front = written.startsWith('{') ? readJson(written) : readSettings(written)
    return { ...front, text: text.slice(opening.length + found.index + found[0].length) }
  }
  const isOpen = forms.slice(0, 3).some(({ begin }) => begin.test(head))
  return { values: new Map(), text, unread: isOpen ? ['文件的开头'] : [] }
}

const pairLine = /^(\s*)["']?([^\s:="'#[\]{},-][^\s:="']*)["']?\s*(:(?=\s|$)|=)\s*(.*)$/

/** The lines of YAML or TOML. */
export function readSettings(written: string): Omit<FrontMatter, 'text'> {
  const values: FrontValues = new Map()
  const unread: string[] = []
  let section = ''
  /** The names whose values the lines below may have: of the outermost one, and of the last. */
  let parent = ''
  let open = ''
  let isText = false
  /** The item of a list that has names, which go on below it. */
  let map: { indent: number; values: Map<string, FrontValue> } | undefined
  for (const line of inOneLine(written).split('\n')) {
    const [, indent = '', name, sign, value = ''] = pairLine.exec(line) ?? []
    const [, dash = '', item] = /^(\s*-\s+)(.*)$/.exec(line) ?? []
    const [, opened] = /^\s*\[{1,2}([\w.-]+)\]{1,2}\s*$/.exec(line) ?? []
    if (isText && /^(?:\s|$)/.test(line)) values.set(open, `${String(values.get(open))}${line.trim()}\n`)
    else if (/^\s*(?:#.*)?$/.test(line)) continue
    else if (item !== undefined && open !== '') {
      const list = values.get(open)
      const [, , first, colon, its = ''] = pairLine.exec(item) ?? []
      map = first !== undefined && colon === ':' ? { indent: dash.length, values: new Map() } : undefined
      const read = valueIn(map ? its : item)
      if (map && first !== undefined && read !== undefined) map.values.set(first, read)
      const added = map?.values ?? read
      if (read === undefined) unread.push(open)
      if (added === undefined) continue
      if (Array.isArray(list)) list.push(added)
      else values.set(open, [added])
    } else if (map && name !== undefined && indent.length >= map.indent) {
      const read = valueIn(value)
      if (read === undefined) unread.push(open)
      else map.values.set(name, read)
    } else if (opened !== undefined) section = `${opened}.`
    else if (name === undefined) unread.push(open || line.trim().slice(0, 20))
    else {
      map = undefined
      if (indent === '') parent = name
      const within = sign === '=' ? section : `${parent}.`
      open = (indent === '' && sign === ':' ? name : within + name).toLowerCase()
      isText = /^[|>][+-]?$/.test(value)
      const read = isText ? '' : valueIn(value)
      if (read === undefined) unread.push(open)
      else values.set(open, read)
    }
  }
  return { values, unread: [...new Set(unread)] }
}

/** In TOML a list may go over several lines. */
const inOneLine = (written: string): string => written.replace(/=\s*\[[^\]]*\]/g, (list) => list.replace(/\n/g, ' '))

function readJson(written: string): Omit<FrontMatter, 'text'> {
  try {
    const all = Object.entries(JSON.parse(written)).map(([name, value]) => ({ name: name.toLowerCase(), value }))
    const isRead = ({ value }: { value: unknown }): boolean => typeof value !== 'object' || Array.isArray(value)
    return {
      values: new Map(all.filter(isRead).map(({ name, value }) => [name, plain(value)])),
      unread: all.filter((each) => !isRead(each)).map(({ name }) => name),
    }
  } catch {
    return { values: new Map(), unread: ['文件的开头'] }
  }
}

/** A value of JSON. */
function plain(value: unknown, depth = 0): FrontValue {
  if (depth > maxDepth) throw new RangeError('too deep')
  if (Array.isArray(value)) return value.map((each) => plain(each, depth + 1))
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return new Map(Object.entries(value).map(([name, each]) => [name, plain(each, depth + 1)]))
}

/** Undefined where it is none that is read. */
function valueIn(written: string, depth = 0): FrontValue | undefined {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(written.trim()) ?? []
  if (double !== undefined) return double.replace(/\\(.)/g, (_, sign: string) => escapes.get(sign) ?? sign)
  if (single !== undefined) return single.replaceAll("''", "'")
  try {
    // A list as this site writes it, in which a sign of YAML is none.
    if (/^\[[{"]/.test(written)) return plain(JSON.parse(written))
  } catch {
    // It is one of YAML.
  }
  const bare = written.replace(/(?:^|\s)#.*$/, '').trim()
  if (!bare.startsWith('[') || !bare.endsWith(']')) return /^[[{&*!"'|>%@`]/.test(bare) ? undefined : bare
  const items = depth < maxDepth ? partsOf(bare.slice(1, -1)).map((each) => valueIn(each, depth + 1)) : [undefined]
  return items.every((each) => each !== undefined) ? items : undefined
}

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
])

/** What is parted by commas that are in no list and no quotation. */
function partsOf(list: string): string[] {
  const parts = ['']
  let depth = 0
  for (const [piece] of list.matchAll(/"(?:[^"\\]|\\.)*"|'[^']*'|[^]/g)) {
    if (piece === '[') depth++
    if (piece === ']') depth--
    if (piece === ',' && depth === 0) parts.push('')
    else parts.push(parts.pop() + piece)
  }
  return parts.filter((part) => part.trim() !== '')
}
