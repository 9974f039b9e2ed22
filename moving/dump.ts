import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream'
import { constants, createGunzip } from 'node:zlib'
import { maxDumpBytes } from '../contract/kinds/movedRecords.ts'
import { UnreadableSource } from './unreadableSource.ts'

/** Values have a character for each byte: they are decoded when their encoding is known. */
export type RawRow = Readonly<Record<string, string>>

interface Listener {
  /** Which columns of the table are read; undefined for none. */
  wants(table: string): ((column: string) => boolean) | undefined
  /** CREATE TABLE: rows of an earlier table with this name do not count. */
  onTable(table: string): void
  onRow(table: string, row: RawRow): void
}

/** What was not read: rows that have more or fewer values than the table has columns, and tables whose columns nobody names. */
export interface DumpGaps {
  isCut: boolean
  strange: number
  unnamed: ReadonlySet<string>
  /** No table has a row. */
  isEmpty: boolean
}

/** Reads the rows of tables from a dump of MySQL, whichever program has written it. No SQL is run. */
export async function readDump(path: string, listener: Listener): Promise<DumpGaps> {
  const statements = createStatements(listener)
  let size = 0
  let rest = ''
  for await (const chunk of chunksOf(path)) {
    size += chunk.length
    if (size > maxDumpBytes) throw new UnreadableSource('这个备份超过200MB，读不了。请只导出栏目和内容的表，再试一次')
    rest = statements.read(rest + chunk, false)
    if (rest.length > maxToken) throw new UnreadableSource('这个备份读不懂，可能已经损坏。请重新导出')
  }
  rest = statements.read(rest, true)
  return { ...statements.gaps, isCut: rest !== '' || statements.isOpen() }
}

/** MySQL itself sends no more at once. */
const maxToken = 16 * 1_048_576
const chunkBytes = 1_048_576

/** Unpacked, with a character for each byte of UTF-8 or of whatever it is; PowerShell writes UTF-16. */
async function* chunksOf(path: string): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined
  let isFirst = true
  for await (const chunk of await unpacked(path)) {
    const bytes: Buffer = chunk
    if (isFirst && bytes[0] === 0xff && bytes[1] === 0xfe) decoder = new TextDecoder('utf-16le')
    isFirst = false
    yield (decoder ? Buffer.from(decoder.decode(bytes, { stream: true })) : bytes).toString('latin1')
  }
}

async function unpacked(path: string): Promise<AsyncIterable<Buffer>> {
  const file = createReadStream(path, { highWaterMark: chunkBytes })
  for await (const mark of createReadStream(path, { end: 1 })) {
    // One that was cut is read as far as it goes.
    const options = { chunkSize: chunkBytes, finishFlush: constants.Z_SYNC_FLUSH }
    if (mark[0] === 0x1f && mark[1] === 0x8b) return pipeline(file, createGunzip(options), () => {})
  }
  return file
}

const escapes: Readonly<Record<string, string>> = {
  ...{ n: '\n', r: '\r', t: '\t', b: '\b', 0: '\0', Z: '\x1a' },
  ...{ '%': '\\%', _: '\\_' },
}

/** A blank or a comment, or else a name, a word or a mark, which may begin a text. */
const anyToken = /\s+|--[^\n]*\n|#[^\n]*\n|\/\*[^]*?\*\/|`([^`]*)`|((?!--)[\w.$@+\x80-\xff-]+)|([^\s`#/-]|\/(?!\*))/y

/** In GBK a backslash may be the second byte of a character. -1 for a text that goes on. */
function endOfText(text: string, from: number, isGbk: boolean): number {
  const quote = text.charCodeAt(from - 1)
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === quote) return at
    if (code === 0x5c || (isGbk && code > 0x80)) at++
  }
  return -1
}

const unescapeGbk = (written: string): string =>
  written.replace(/[\x81-\xfe][^]|\\([^])/g, (whole, sign?: string) =>
    sign === undefined ? whole : (escapes[sign] ?? sign),
  )

/** As a replacement would, in a third of its time. */
function unescape(written: string): string {
  let text = ''
  let from = 0
  for (let at = written.indexOf('\\'); at !== -1; at = written.indexOf('\\', from)) {
    const sign = written.charAt(at + 1)
    text += written.slice(from, at) + (escapes[sign] ?? sign)
    from = at + 2
  }
  return text + written.slice(from)
}

/** Programs of MySQL itself escape characters; those that sites have escape bytes. */
const knowsGbk = (beginning: string): boolean =>
  /^-- (?:MySQL|MariaDB) dump/m.test(beginning) && /SET NAMES gb/i.test(beginning)

const noColumn = /^(?:primary|unique|key|index|constraint|fulltext|spatial|foreign|check)$/i

/** Otherwise a part of a text keeps all of it in memory. */
export const copied = (text: string): string => Buffer.from(text, 'latin1').toString('latin1')

/** Puts tokens together: the columns of CREATE TABLE, and the rows of INSERT and REPLACE. */
function createStatements({ wants, onTable, onRow }: Listener) {
  const columnsOf = new Map<string, readonly string[]>()
  const gaps = { strange: 0, unnamed: new Set<string>(), isEmpty: true }
  let isGbk: boolean | undefined
  /** The words of a statement outside of brackets. */
  let words: string[] = []
  let columns: readonly string[] = []
  let depth = 0
  /** In a pair of brackets, what each part begins with, or its value. */
  let parts: string[] = []
  let part: string | undefined
  let quote = ''
  /** Takes the values of a row, once the table is known. */
  let endRow: ((values: readonly string[]) => void) | undefined
  let isSkipped = false

  const rowsOf = (table: string) => {
    const isWanted = wants(table)
    gaps.isEmpty = false
    const all = columns.length > 0 ? columns : columnsOf.get(table)
    if (isWanted && !all) gaps.unnamed.add(table)
    isSkipped = !isWanted || !all
    if (!isWanted || !all) return () => {}
    return (values: readonly string[]): void => {
      const wanted = all.flatMap((name, at) => (isWanted(name) ? [[name, values[at] ?? '']] : []))
      if (all.length === values.length) onRow(table, Object.fromEntries(wanted))
      else gaps.strange++
    }
  }
  const endList = (): void => {
    if (endRow) return endRow(parts)
    const names = parts.filter((part) => part !== '').map((name) => copied(name).toLowerCase())
    if (words[0] !== 'create') columns = names
    else if (words.includes('table')) {
      const table = words.at(-1) ?? ''
      columnsOf.set(table, names)
      onTable(table)
    }
  }
  const onWord = (word: string, isQuoted: boolean): void => {
    if (depth === 0) {
      const isRows = /^values?$/i.test(word) && /^(?:insert|replace)$/.test(words[0] ?? '')
      if (isRows) endRow ??= rowsOf(words.at(-1) ?? '')
      else words.push(copied(word).toLowerCase())
    } else if (endRow) part = /^0x/i.test(word) ? hex(word.slice(2)) : word.replace(/^(?:null|_.*)$/i, '')
    else part ??= !isQuoted && noColumn.test(word) ? '' : word
    quote = ''
  }
  const onText = (written: string, sign: string): void => {
    if (isSkipped) return
    const text = isGbk ? unescapeGbk(written) : unescape(written)
    if (!endRow) onWord(text, true)
    else if (quote === sign) part += sign + text
    else part = /^x$/i.test(part ?? '') ? hex(text) : text
    quote = sign
  }
  const onMark = (sign: string): void => {
    quote = ''
    if (sign === '(' && depth++ === 0) parts = []
    if (depth === 1 && (sign === ',' || sign === ')')) parts.push(part ?? '')
    if (depth <= 1) part = undefined
    if (sign === ')' && depth > 0 && --depth === 0) endList()
    if (sign !== ';') return
    words = []
    columns = []
    depth = 0
    endRow = undefined
    isSkipped = false
  }
  return {
    gaps,
    isOpen: (): boolean => words.length > 0,
    /** Returns what is no whole token yet. */
    read(text: string, isEnd: boolean): string {
      isGbk ??= knowsGbk(text.slice(0, 8_192))
      for (let at = 0; ; ) {
        anyToken.lastIndex = at
        const match = anyToken.exec(text)
        if (!match) return text.slice(at)
        const [whole, name, word, mark] = match
        const isText = mark === "'" || mark === '"'
        const close = isText ? endOfText(text, at + 1, isGbk) : at + whole.length - 1
        // What reaches to the end may go on, but for blanks.
        const mayGoOn = close === -1 || (close === text.length - 1 && !isEnd && whole.trim() !== '')
        if (mayGoOn) return text.slice(at)
        if (isText) onText(text.slice(at + 1, close), mark)
        else if (mark !== undefined) onMark(mark)
        else if (name !== undefined) onWord(name, true)
        else if (word !== undefined) onWord(word, false)
        at = close + 1
      }
    },
  }
}

const hex = (digits: string): string => Buffer.from(digits, 'hex').toString('latin1')
