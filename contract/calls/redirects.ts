import { type Input, type Parsed, type Rule, text, validateFields } from './fields.ts'

/** An address that the site had once, and the page that shows instead now. */
export interface RedirectRow {
  /** The path with its query, as programs send it; with `*` at its end it is the beginning of many. */
  from: string
  /** The path of a page of this site. */
  to: string
  hits: number
  /** When somebody came by it last; '' for never. */
  lastAt: string
  /** The old address is a page that can be opened, which comes first. */
  unused?: true
}

/** So many can be saved at once, and kept. */
export const maxRedirectRows = 1_000
export const maxRedirects = 20_000

const maxLength = 500
const tooLong = `不能超过${maxLength}个字符`

/** Addresses that are never a page of an old site here: calls, files of this site, the back office. */
const ownFolders = /^\/(?:v1|uploads|media|assets|healthz)(?:\/|$)/

export const redirectRow = {
  /** Also a whole address of the old site, of which the path and the query count. */
  from: text({ required: '请填写旧地址', trim: true, max: [maxLength, tooLong], check: wrongOldAddress }),
  to: text({ required: '请填写跳转到哪一页', trim: true, max: [maxLength, tooLong] }),
}

/** A page of this site, or '' for none. */
export const maybePlace = text({ trim: true, max: [maxLength, tooLong], check: wrongPlace })

export function wrongPlace(address: string): string | undefined {
  return /^\/(?![/\\])/.test(address) ? undefined : '只能跳转到本站的页面，新地址以“/”开头'
}

/** An old address as lists have it, where a character may be twelve. */
export const listedAddress = text({ required: '请填写旧地址', max: [12 * maxLength, tooLong] })

export type RedirectInput = Input<typeof redirectRow>

/** Several at once, of which the message names the one at fault. */
export const redirectRows: Rule<Parsed<typeof redirectRow>[]> = {
  validate(value) {
    if (!Array.isArray(value) || value.length === 0 || value.length > maxRedirectRows)
      return `应为1到${maxRedirectRows}行`
    for (const [index, row] of value.entries()) {
      const problem = typeof row === 'object' && row !== null ? problemOfRow(row) : '应有旧地址和新地址'
      if (problem !== undefined) return rowMessage(index, problem)
    }
    return undefined
  },
  parse: (value) =>
    (value as { from: string; to: string }[]).map(({ from, to }) => ({
      from: redirectRow.from.parse(from),
      to: redirectRow.to.parse(to),
    })),
}

export const rowMessage = (index: number, problem: string): string => `第${index + 1}行：${problem}`

export function problemOfRow(row: object): string | undefined {
  const { from, to } = validateFields(redirectRow, row as Record<string, unknown>)
  return from ?? to
}

function wrongOldAddress(value: string): string | undefined {
  const address = sentAddress(value)
  if (!/^\/(?!\/)/.test(address)) return '旧地址应以“/”开头，或者是完整的网址'
  if (ownFolders.test(address)) return '这个地址由系统使用，不能跳转'
  const star = address.indexOf('*')
  if (star !== -1 && star < address.length - 1) return '“*”只能写在最后'
  if (address === '/*') return '“/*”会让所有不存在的地址都跳转，请写得具体一些'
  if (address === '/' || address === '/?*') return '首页不能跳转'
  if (/%(?![\dA-F]{2})/.test(address)) return '“%”后面应是两位编码'
  return undefined
}

/**
 * An address as programs send it, so that two spellings of the same bytes are one: what they percent-encode is encoded, in capitals, and
 * what needs no code has none. Old sites have bytes of GBK in addresses: they stay as they are.
 */
export function sentAddress(address: string): string {
  const [, inSite = address] = /^https?:\/\/[^/?#]*(.*)$/i.exec(address) ?? []
  const [withoutHash = ''] = inSite.split('#')
  const sent = withoutHash
    .replace(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (character) => encodeURIComponent(character))
    .replace(/%[\da-f]{2}/gi, plainCode)
  return sent.startsWith('/') || inSite === address ? sent : `/${sent}`
}

function plainCode(code: string): string {
  const character = String.fromCharCode(Number.parseInt(code.slice(1), 16))
  return /[\w.~-]/.test(character) ? character : code.toUpperCase()
}

/** How an address reads: Chinese in place of codes, where they are of UTF-8. */
export function readableAddress(address: string): string {
  try {
    return decodeURI(address)
  } catch {
    return address
  }
}

/** Two columns as Excel copies them, or an address and another behind blanks; the heading of a sheet is left out. */
export function pastedRows(pasted: string): RedirectInput[] {
  const rows = pasted
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [from = '', to = ''] = line.includes('\t') ? line.split(/\t+/) : line.split(/\s*(?:,|，|\s)\s*/)
      return { from: from.trim(), to: to.trim() }
    })
  const [first] = rows
  const hasHeading = first !== undefined && !/^(?:\/|https?:)/i.test(first.from) && !/^(?:\/|https?:)/i.test(first.to)
  return hasHeading && rows.length > 1 ? rows.slice(1) : rows
}
