/** A text or a list of values. */
export type FrontValue = string | FrontValue[]
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

/** Reads what such files have: texts, numbers, dates, lists, and names within a name. Anything else is named. */
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
  for (const line of inOneLine(written).split('\n')) {
    const [, indent = '', name, sign, value = ''] = pairLine.exec(line) ?? []
    const [, item] = /^\s*-\s+(.*)$/.exec(line) ?? []
    const [, opened] = /^\s*\[{1,2}([\w.-]+)\]{1,2}\s*$/.exec(line) ?? []
    if (isText && /^(?:\s|$)/.test(line)) values.set(open, `${String(values.get(open))}${line.trim()}\n`)
    else if (/^\s*(?:#.*)?$/.test(line)) continue
    else if (item !== undefined && open !== '') {
      const list = values.get(open)
      const read = /^[\w-]+:\s/.test(item) ? undefined : valueIn(item)
      if (read === undefined) unread.push(open)
      else if (Array.isArray(list)) list.push(read)
      else values.set(open, [read])
    } else if (opened !== undefined) section = `${opened}.`
    else if (name === undefined) unread.push(open || line.trim().slice(0, 20))
    else {
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
  const plain = (value: unknown): FrontValue => (Array.isArray(value) ? value.map(plain) : String(value))
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

/** Undefined where it is none that is read. */
function valueIn(written: string, depth = 0): FrontValue | undefined {
  const [, double, single] = /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)')\s*(?:#.*)?$/.exec(written.trim()) ?? []
  if (double !== undefined) return double.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
  if (single !== undefined) return single.replaceAll("''", "'")
  const plain = written.replace(/(?:^|\s)#.*$/, '').trim()
  if (!plain.startsWith('[') || !plain.endsWith(']')) return /^[[{&*!"'|>%@`]/.test(plain) ? undefined : plain
  const items = depth < maxDepth ? partsOf(plain.slice(1, -1)).map((each) => valueIn(each, depth + 1)) : [undefined]
  return items.every((each) => each !== undefined) ? items : undefined
}

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
