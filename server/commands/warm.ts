import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { type MakeRequest, openRequests, walkName } from '../network/ownProxy.ts'
import { authorityWords, errorCode, ForOperator, Misuse } from '../system/systemErrors.ts'
import { clearLine, progressLine, type Word } from './command.ts'
import { healthOf } from './health.ts'

const usage = `用法：
  zhuzhan warm      访问站点地图中的每个页面，使nginx存有全部页面；网址取自 SITE_URL，见docs/running.md`

/** Their visits are not counted, since they name themselves a robot. */
const devices = [`${walkName} (bot)`, `${walkName} (bot; iPhone)`]
/** Of which nginx keeps a page each. */
const encodings = ['br', 'gzip']
const atOnce = 4
const sitemapPath = '/sitemap.xml'
const addressesIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => pathAndSearch(address))
const pathAndSearch = (address: string): string => {
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'))
  return pathname + search
}
/** The scripts, styles and pictures of a page. */
const assetsIn = (html: string): string[] =>
  (html.match(/\/(?:assets\/|media\/|uploads\/(?!film\/|document\/)|look\.css\?)[^\s"',)<>\\]+/g) ?? []).map((path) =>
    path.replaceAll('&amp;', '&').replaceAll('&quot;', ''),
  )

/** What the walk before this one has seen; by device and path. */
interface Seen {
  /** The content that it has seen, as the server names it. */
  content?: string | undefined
  /** When every page was asked for. */
  completeAt: number
  etags: Record<string, string>
  files: string[]
}
/** nginx drops in three days what is not asked for. */
const completeMs = 20 * 3_600_000

const stateIn = (folder: string): string => join(folder, 'seen.json')

function seenBefore(folder: string | undefined): Seen | undefined {
  if (folder === undefined) return undefined
  try {
    return JSON.parse(readFileSync(stateIn(folder), 'utf8')) as Seen
  } catch {
    // The first walk, or one that was cut off: all is asked for.
    return undefined
  }
}

async function run(args: string[], settings: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  parseArgs({ args, options: {} })
  const config = readConfig(settings)
  const { siteUrl } = config
  if (siteUrl === undefined) throw new Misuse('未设置 SITE_URL')
  // systemd's, for zhuzhan-warm.service; by hand everything is asked for.
  const folder = process.env.CACHE_DIRECTORY
  const before = seenBefore(folder)
  const isComplete = before === undefined || Date.now() - before.completeAt > completeMs
  // Read before the walk: what changes meanwhile is asked for by the next one.
  const { content } = await healthOf(config)
  if (!isComplete && content !== undefined && content === before.content) return console.log('没有变化')

  const known = isComplete ? undefined : before
  const request = await openRequests(new URL(siteUrl))
  const show = progressLine()
  const failures = new Map<string, string[]>()
  const failed = (cause: string, path: string): void => {
    failures.set(cause, [...(failures.get(cause) ?? []), path])
  }
  let count = 0
  /** Undefined for what has not changed. */
  const ask = async (path: string, encoding: string, device = devices[0] ?? '', etag?: string) => {
    try {
      const reply = await request(path, {
        'User-Agent': device,
        'Accept-Encoding': encoding,
        ...(etag !== undefined && { 'If-None-Match': etag }),
      })
      show(`${++count}`)
      if (reply.status === 304) return undefined
      if (reply.status !== 200) failed(`${reply.status}`, path)
      return reply
    } catch (cause) {
      failed(authorityWords(errorCode(cause)) ?? (cause as Error).message, path)
      return undefined
    }
  }
  const textOf = async (path: string): Promise<string> => (await ask(path, 'gzip'))?.text ?? ''

  const inSitemap = addressesIn(await textOf(sitemapPath))
  const parts = inSitemap.filter((path) => path.endsWith('.xml'))
  const pages = new Set(['/', '/robots.txt', '/rss.xml', '/favicon.ico', sitemapPath, ...inSitemap])
  for (const part of parts) for (const path of addressesIn(await textOf(part))) pages.add(path)
  const etags: Record<string, string> = {}
  const files = new Set<string>()
  for (const device of devices) {
    await fewAtOnce(pages, async (path) => {
      const key = `${device} ${path}`
      const etag = known?.etags[key]
      const [first = '', ...others] = encodings
      const page = await ask(path, first, device, etag)
      etags[key] = page?.etag ?? etag ?? ''
      if (page === undefined) return
      for (const file of assetsIn(page.text)) files.add(file)
      for (const encoding of others) await ask(path, encoding, device)
    })
  }
  const asked = new Set(known?.files)
  const added = new Set([...files].filter((file) => !asked.has(file)))
  for (const encoding of encodings) await fewAtOnce(added, (path) => ask(path, encoding))
  await replaceGone(request, before, pages, isComplete ? files : undefined)
  clearLine()
  console.log(`已访问：${pages.size} 个页面，${added.size} 个文件`)
  const lines = [...failures].map(([cause, paths]) => `${cause}：${paths.length} 个，${paths.slice(0, 3).join(' ')}`)
  if (lines.length > 0) throw new ForOperator(`未能访问：\n${lines.slice(0, 20).join('\n')}`)
  if (folder === undefined) return
  const completeAt = known?.completeAt ?? Date.now()
  const seen: Seen = { content, completeAt, etags, files: [...asked, ...added] }
  writeFileSync(stateIn(folder), JSON.stringify(seen))
}

/** What the site has no more is asked for once: the reply replaces what nginx has stored. */
async function replaceGone(
  request: MakeRequest,
  before: Seen | undefined,
  pages: ReadonlySet<string>,
  files: ReadonlySet<string> | undefined,
): Promise<void> {
  const ask = async (path: string, device = devices[0] ?? ''): Promise<void> => {
    for (const encoding of encodings)
      await request(path, { 'User-Agent': device, 'Accept-Encoding': encoding }).catch(() => undefined)
  }
  for (const key of Object.keys(before?.etags ?? {})) {
    const device = devices.find((name) => key.startsWith(`${name} `)) ?? ''
    const path = key.slice(device.length + 1)
    if (!pages.has(path)) await ask(path, device)
  }
  if (files) for (const path of before?.files ?? []) if (!files.has(path)) await ask(path)
}

/** Does the work for each, a few at once. */
async function fewAtOnce(paths: ReadonlySet<string>, work: (path: string) => Promise<unknown>): Promise<void> {
  const queue = [...paths]
  const next = async (): Promise<void> => {
    for (let path = queue.shift(); path !== undefined; path = queue.shift()) await work(path)
  }
  await Promise.all(Array.from({ length: atOnce }, next))
}

export const warm: Word = { usage, run }
