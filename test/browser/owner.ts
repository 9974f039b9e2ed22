import { readdirSync, readFileSync } from 'node:fs'
import type { Locator } from 'playwright-core'
import { routes } from '../../client/site/routes.ts'
import type { TestServer } from '../server.ts'
import { plainPng } from '../uploads/pictures.ts'
import { phoneAgent } from './browser.ts'

// What the tests share in which a starter site becomes another company's.

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

/** Numbers the texts and pictures of the new company, so that each is found again. */
let made = 0
export const nextNumber = (): number => ++made
export const nextText = (): string => `海右${nextNumber()}号`
export const nextPicture = (): { name: string; mimeType: string; buffer: Buffer } => ({
  name: `海右${nextNumber()}.png`,
  mimeType: 'image/png',
  buffer: plainPng(lastWidth(), 200, [made % 256, 90, 120]),
})
/** Of the last picture. Its address contains it. */
export const lastWidth = (): number => 300 + made

export const unescaped = (html: string): string =>
  html.replace(/&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot));/gi, (_all, ten?: string, hex?: string, name?: string) =>
    name
      ? ({ amp: '&', lt: '<', gt: '>', quot: '"' }[name] ?? '')
      : String.fromCharCode(ten ? Number(ten) : parseInt(hex ?? '', 16)),
  )

/** Everything that visitors can read: each page for both kinds of device, the feeds, and the scripts and styles that they name. */
export async function publicTexts(
  server: TestServer,
  ids: { product: string; news: string },
  casePaths: readonly string[],
): Promise<Map<string, string>> {
  const recordPages = [
    `/productDet?productId=${ids.product}`,
    `/cpDeatail?productId=${ids.product}`,
    `/xwdtDet?newId=${ids.news}`,
  ]
  const plain = routes.map(({ path }) => path).filter((path) => !path.endsWith('*'))
  const texts = new Map<string, string>()
  for (const path of [
    ...plain,
    ...recordPages,
    ...casePaths,
    '/none',
    '/login',
    '/rss.xml',
    '/sitemap.xml',
    '/robots.txt',
  ]) {
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

/** The shipped texts, in the pieces that a page may show. */
export function starterPieces(): Set<string> {
  const synonyms = new Set(shipped('site').flatMap((site) => textsIn((site as { synonyms: unknown }).synonyms)))
  const texts = ['site', 'product', 'news', 'case', 'carousel']
    .flatMap((folder) => textsIn(shipped(folder)))
    .filter((text) => !text.startsWith('/media/') && !synonyms.has(text))
  const pieces = texts
    .flatMap((text) => text.split(/<[^>]*>|\{[^}]*\}|[\s，。、：；！？“”（）《》]+/))
    .filter((piece) => /[\u4e00-\u9fff]{2}|@|\d{3,}-\d/.test(piece))
  return new Set(
    [...pieces, '筑站', '淄博', 'example.com', '400-000', '0533-'].filter((piece) => !interfaceWords.has(piece)),
  )
}

/** Words that the starter company's texts share with the interface. */
const interfaceWords = new Set(
  '首页 产品 产品中心 代理加盟 隐私说明 其余 返利 地图 高德地图 姓名 公司 电话 项目 名称 内容 标准 申请加盟 预约参观 查看案例 定位 颜色 浏览器 合作伙伴 资质证书 软件著作权'.split(
    ' ',
  ),
)

/** Where a piece of the starter company is still to be read. */
export const found = (texts: ReadonlyMap<string, string>, pieces: Iterable<string>): string[] =>
  [...pieces].flatMap((piece) => {
    const where = [...texts].filter(([, text]) => text.includes(piece)).map(([name]) => name)
    return where.length === 0 ? [] : [`${piece}: ${where.slice(0, 4).join(', ')}`]
  })

/** Counts as a person clicks: on a field before typing, three times for a file (the button, the file, 打开), twice for a choice. */
export function owner() {
  const counted = { clicks: 0, characters: 0 }
  const count = async (clicks: number, act: Promise<unknown>): Promise<void> => {
    await act
    counted.clicks += clicks
  }
  return {
    counted,
    click: (target: Locator) => count(1, target.click()),
    choose: (target: Locator, label: string) => count(2, target.selectOption({ label })),
    file: (target: Locator) => count(3, target.setInputFiles(nextPicture())),
    async type(target: Locator, text: string): Promise<void> {
      counted.characters += text.length
      await count(1, target.fill(text))
    },
    /** What is known from a document is pasted. */
    paste: (target: Locator, text: string) => count(1, target.fill(text)),
  }
}
