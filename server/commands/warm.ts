import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { ForOperator, Misuse } from '../system/systemErrors.ts'
import { clearLine, progressLine, type Word } from './command.ts'

const usage = `用法：
  zhuzhan warm      访问站点地图中的每个页面，使nginx存有全部页面；网址取自 SITE_URL，见docs/running.md`

/** Their visits are not counted, since they name themselves a robot. */
const devices = ['zhuzhan-warm (bot)', 'zhuzhan-warm (bot; iPhone)']
/** Of which nginx keeps a page each. */
const encodings = ['br', 'gzip']
const atOnce = 4
const sitemapPath = '/sitemap.xml'
const addressesIn = (xml: string): string[] =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => pathOf(address))
const pathOf = (address: string): string => {
  const { pathname, search } = new URL(address.replaceAll('&amp;', '&'))
  return pathname + search
}
/** The scripts, styles and pictures of a page. */
const filesIn = (html: string): string[] =>
  (html.match(/\/(?:assets\/|media\/|uploads\/(?!film\/|document\/)|look\.css\?)[^\s"',)<>\\]+/g) ?? []).map((path) =>
    path.replaceAll('&amp;', '&').replaceAll('&quot;', ''),
  )

async function run(args: string[], settings: Readonly<NodeJS.ProcessEnv>): Promise<void> {
  parseArgs({ args, options: {} })
  const { siteUrl } = readConfig(settings)
  if (siteUrl === undefined) throw new Misuse('未设置 SITE_URL')
  const show = progressLine()
  const failures: string[] = []
  let count = 0
  const ask = async (path: string, encoding: string, device = devices[0] ?? ''): Promise<string> => {
    const headers = { 'User-Agent': device, 'Accept-Encoding': encoding }
    try {
      const response = await fetch(siteUrl + path, { headers, signal: AbortSignal.timeout(30_000) })
      if (!response.ok) failures.push(`${response.status} ${path}`)
      show(`${++count}`)
      return await response.text()
    } catch (cause) {
      failures.push(`${cause instanceof Error ? cause.message : ''} ${path}`)
      return ''
    }
  }

  const inSitemap = addressesIn(await ask(sitemapPath, 'gzip'))
  const parts = inSitemap.filter((path) => path.endsWith('.xml'))
  const pages = new Set(['/', '/robots.txt', '/rss.xml', '/favicon.ico', sitemapPath, ...inSitemap])
  for (const part of parts) for (const path of addressesIn(await ask(part, 'gzip'))) pages.add(path)
  const files = new Set<string>()
  for (const encoding of encodings) {
    for (const device of devices) {
      await fewAtOnce(pages, async (path) => {
        for (const file of filesIn(await ask(path, encoding, device))) files.add(file)
      })
    }
    await fewAtOnce(files, (path) => ask(path, encoding))
  }
  clearLine()
  console.log(`已访问：${pages.size} 个页面，${files.size} 个文件`)
  if (failures.length > 0) throw new ForOperator(`未能访问：\n${failures.slice(0, 20).join('\n')}`)
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
