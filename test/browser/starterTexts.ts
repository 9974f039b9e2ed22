import { readdirSync, readFileSync } from 'node:fs'
import { routes } from '../../client/site/routes.ts'
import type { TestServer } from '../server.ts'
import { ownServer, phoneAgent } from './browser.ts'

const seedFolder = new URL('../../data/seed/', import.meta.url)
const shipped = (folder: string): unknown[] =>
  readdirSync(new URL(`${folder}/`, seedFolder)).map(
    (name) => JSON.parse(readFileSync(new URL(`${folder}/${name}`, seedFolder), 'utf8')) as unknown,
  )

/** All texts in a value. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const unescaped = (html: string): string =>
  html.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot));/gi, (_all, ten?: string, hex?: string, name?: string) =>
    name
      ? ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? '')
      : String.fromCharCode(ten ? Number(ten) : parseInt(hex ?? '', 16)),
  )

/**
 * Everything that visitors can read: each page for both kinds of device, those of these records too, the feeds, and the scripts and styles
 * that they name.
 */
export async function publicTexts(server: TestServer, recordPaths: readonly string[]): Promise<Map<string, string>> {
  const plain = routes.map(({ path }) => path).filter((path) => !path.endsWith('*'))
  const texts = new Map<string, string>()
  for (const path of [...plain, ...recordPaths, '/none', '/login', '/rss.xml', '/sitemap.xml', '/robots.txt']) {
    for (const [device, agent] of [
      ['desktop', 'Chrome'],
      ['phone', phoneAgent],
    ] as const) {
      texts.set(
        `${path} on a ${device}`,
        unescaped(await (await fetch(server.url + path, { headers: { 'User-Agent': agent } })).text()),
      )
    }
  }
  // The back office's own script, which only staff load, contains words of the starter company.
  const pages = [...texts].filter(([name]) => !name.startsWith('/login'))
  const files = new Set(pages.flatMap(([, text]) => text.match(/\/assets\/[\w./-]+\.(?:js|css)/g) ?? []))
  for (const file of files) texts.set(file, await (await fetch(server.url + file)).text())
  return texts
}

/** The names of the starter company, and its words in pieces that are long enough to be nobody else's. */
export async function starterWords(t: { after(end: () => unknown): void }): Promise<string[]> {
  const starter = await ownServer(t)
  const { data } = await starter.post('/v1/site/setup', {}, { headers: await starter.signIn() })
  const { data: site } = await starter.post('/v1/site/detail')
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>>)[step], site)
  const texts = [
    ...['product', 'news', 'case', 'carousel'].flatMap((folder) => textsIn(shipped(folder))),
    ...(data.starterFields as string[]).flatMap((path) => textsIn(valueAt(path))),
  ]
  // The check allows the notice and the headings of cases to stay as they are.
  const permitted = textsIn([site.privacy, site.caseTexts]).join()
  const pieces = texts
    .filter((text) => !text.startsWith('/media/'))
    .flatMap((text) => text.split(/<[^>]*>|\{[^}]*\}|[\s，。、：；！？“”（）《》]+/))
    .filter((piece) => piece.length > 3 && /[\u4e00-\u9fff]{2}|@|\d{3,}-\d/.test(piece) && !permitted.includes(piece))
  return ['筑站', '淄博', '工地', '机器人', 'example.com', '400-000', '0533-', ...new Set(pieces)]
}

/** Where a piece of the starter company is still to be read. */
export const found = (texts: ReadonlyMap<string, string>, pieces: Iterable<string>): string[] =>
  [...pieces].flatMap((piece) => {
    const where = [...texts].filter(([, text]) => text.includes(piece)).map(([name]) => name)
    return where.length === 0 ? [] : [`${piece}: ${where.slice(0, 4).join(', ')}`]
  })
