import { readdirSync, readFileSync } from 'node:fs'
import { routes } from '../../client/site/routes.ts'
import type { TestServer } from '../server.ts'
import { phoneAgent } from './browser.ts'

const seedFolder = new URL('../../data/seed/', import.meta.url)
export const shipped = (folder: string): unknown[] =>
  readdirSync(new URL(`${folder}/`, seedFolder)).map(
    (name) => JSON.parse(readFileSync(new URL(`${folder}/${name}`, seedFolder), 'utf8')) as unknown,
  )

/** All texts in a value. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

export const unescaped = (html: string): string =>
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

/** Words that the starter company's texts share with the interface. */
const interfaceWords = new Set(
  '首页 产品 产品中心 代理加盟 隐私说明 其余 返利 地图 高德地图 姓名 公司 电话 项目 名称 内容 标准 申请加盟 预约参观 查看案例 定位 颜色 浏览器 合作伙伴 资质证书 软件著作权 例如 区域 规模 区县 处理 手机 复制 加入 这个'.split(
    ' ',
  ),
)

/** The shipped texts. */
function starterTexts(): string[] {
  const synonyms = new Set(shipped('site').flatMap((site) => textsIn((site as { synonyms: unknown }).synonyms)))
  return ['site', ...shippedRecords].flatMap((folder) => textsIn(shipped(folder))).filter((text) => !synonyms.has(text))
}
const shippedRecords = ['product', 'news', 'case', 'carousel'] as const

/** Texts in the pieces that a page may show, without those that belong to the interface. */
export function starterPieces(texts = starterTexts()): Set<string> {
  const pieces = texts
    .filter((text) => !text.startsWith('/media/'))
    .flatMap((text) => text.split(/<[^>]*>|\{[^}]*\}|[\s，。、：；！？“”（）《》]+/))
    .filter((piece) => /[\u4e00-\u9fff]{2}|@|\d{3,}-\d/.test(piece))
  return new Set(
    [...pieces, '筑站', '淄博', 'example.com', '400-000', '0533-'].filter((piece) => !interfaceWords.has(piece)),
  )
}

/** The shipped texts of records, and those of the site record that are marked as the starter company's. */
export function markedTexts(paths: readonly string[]): string[] {
  const site = shipped('site')[0]
  const valueAt = (path: string): unknown =>
    path.split('.').reduce<unknown>((value, step) => (value as Readonly<Record<string, unknown>>)[step], site)
  return [
    ...shippedRecords.flatMap((folder) => textsIn(shipped(folder))),
    ...paths.flatMap((path) => textsIn(valueAt(path))),
  ]
}

/** Where a piece of the starter company is still to be read. */
export const found = (texts: ReadonlyMap<string, string>, pieces: Iterable<string>): string[] =>
  [...pieces].flatMap((piece) => {
    const where = [...texts].filter(([, text]) => text.includes(piece)).map(([name]) => name)
    return where.length === 0 ? [] : [`${piece}: ${where.slice(0, 4).join(', ')}`]
  })
