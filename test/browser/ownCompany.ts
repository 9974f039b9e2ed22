import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { picturesOn, workbook } from '../admin/sheets.ts'
import { item, wxr } from '../moving/wxr.ts'
import { pdf } from '../media/documents.ts'
import { plainPng } from '../media/pictures.ts'
import type { ChosenFile } from './counting.ts'

const png = (name: string, n: number, width = 640, height = 480): ChosenFile => ({
  name,
  mimeType: 'image/png',
  buffer: plainPng(width, height, [(n * 37) % 256, 90 + ((n * 11) % 100), 150]),
})

const cables = [
  ['电力电缆', '低压电力电缆', 'YJV', '工厂、楼宇与市政配电'],
  ['电力电缆', '中压电力电缆', 'YJV22', '变电站进出线'],
  ['电力电缆', '铝合金电缆', 'YJLHV', '大跨度桥架'],
  ['电力电缆', '阻燃电缆', 'ZR-YJV', '商场与车站'],
  ['电力电缆', '耐火电缆', 'NH-YJV', '消防泵房'],
  ['电力电缆', '矿物绝缘电缆', 'BTTZ', '应急照明'],
  ['控制与信号电缆', '控制电缆', 'KVV', '仪表与自动化系统'],
  ['控制与信号电缆', '屏蔽控制电缆', 'KVVP', '变频器柜'],
  ['控制与信号电缆', '计算机电缆', 'DJYVP', '控制室'],
  ['控制与信号电缆', '仪表电缆', 'YVP', '测点'],
  ['控制与信号电缆', '信号电缆', 'PTYA', '铁路沿线'],
  ['控制与信号电缆', '通信电缆', 'HYA', '园区'],
] as const
/** The groups that the site then has: two, and six below each. */
export const ownGroups = [...new Set(cables.map(([above]) => above)), ...cables.map(([, group]) => group)]

/** What a cable maker has in a folder: a list of 40 products, pictures, and the data sheets of the first 12. */
export const products = cables.flatMap(([above, group, code, use], at) =>
  Array.from({ length: at % 6 < 2 ? 4 : 3 }, (_, n) => {
    const cores = `${n + 2}×${(n % 6) + 2}.5`
    return { above, group, model: `${code}-${n + 2}`, name: `${code} ${cores}电缆`, use, cores }
  }),
)
const dataSheets = products.slice(0, 12).map(({ model }) => model)
/** The others have their pictures in the sheet. */
const withFile = products.slice(0, 28)
const heads = ['产品名称', '型号', '类别', '图片', '产品简介', '详细介绍', '芯数×截面', '额定电压']

export const productFiles = (): ChosenFile[] => [
  {
    name: '产品清单.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer: workbook(
      [
        heads,
        ...products.map(({ above, group, model, name, use, cores }) => [
          name,
          model,
          `${above}/${group}`,
          '',
          `${name}，用于${use}。`,
          `${name}采用无氧铜导体与交联聚乙烯绝缘。\n出厂前逐盘做耐压试验，长度按合同裁切。`,
          `${cores}mm²`,
          '0.6/1kV',
        ]),
      ],
      '',
      picturesOn(
        products.slice(withFile.length).map(({ model }, n) => ({
          row: withFile.length + 1 + n,
          column: heads.indexOf('图片'),
          picture: png(model, withFile.length + n).buffer,
        })),
      ),
    ),
  },
  ...withFile.map(({ model }, n) => png(`${model}.png`, n)),
  ...dataSheets.map((model) => ({ name: `${model}.pdf`, mimeType: 'application/pdf', buffer: pdf(model) })),
]

interface OldRecord {
  id: number
  title: string
  intro: string
  html: string
  date: string
  /** In the folder of the pictures. */
  picture: string
}

/** What the old site has. */
export const oldNews: readonly OldRecord[] = ['新车间投产', '通过年度审核', '电缆敷设的五点提醒'].map((title, n) => ({
  id: 31 + n,
  title,
  intro: `${title}，山东海右电缆有限公司的消息。`,
  html: `<p>${title}：工人们把成品电缆装车，当天发往客户。</p>`,
  date: `2024-0${n + 3}-12 09:00:00`,
  picture: `news-${n + 1}.png`,
}))
export const oldCase: OldRecord = {
  id: 51,
  title: '历城区某小区配电',
  intro: '配电房到楼层的电力电缆，共六千米。',
  html: '<p>配电房到楼层的电力电缆，共六千米，一次送电成功。</p>',
  date: '2023-08-01 10:00:00',
  picture: 'case-1.png',
}
const oldRecords = [...oldNews, oldCase]

/** The old site, as its owner has it in hand: an export of WordPress and the folder of its pictures. */
export function oldSite(folder: string) {
  const origin = 'https://old.example.com'
  const pathOf = (record: OldRecord): string => `/${record === oldCase ? 'case' : 'news'}/${record.id}.html`
  const pictures = join(folder, 'wp-content', 'uploads')
  mkdirSync(join(pictures, '2024'), { recursive: true })
  const items = oldRecords.map((record, n) => {
    const { id, title, intro, html, date, picture } = record
    writeFileSync(join(pictures, '2024', picture), png(picture, 60 + n, 800, 500).buffer)
    const file = `<wp:attachment_url>${origin}/wp-content/uploads/2024/${picture}</wp:attachment_url>`
    const cover = `<wp:postmeta><wp:meta_key>_thumbnail_id</wp:meta_key><wp:meta_value>${id + 100}</wp:meta_value></wp:postmeta>`
    return (
      item({ id: id + 100, type: 'attachment', status: 'inherit', title: picture, more: file }) +
      item({
        ...{ id, title, html, date, excerpt: intro },
        type: record === oldCase ? 'case' : 'post',
        link: origin + pathOf(record),
        more: cover,
      })
    )
  })
  return {
    file: { name: '老网站.xml', mimeType: 'text/xml', buffer: Buffer.from(wxr(...items)) },
    pictures,
    /** Where each of its records was, with its title. */
    addresses: oldRecords.map((record) => [record.title, pathOf(record)] as const),
  }
}

/** Addresses of a site that was there even earlier, as they are pasted. */
export const oldAddresses = [
  { from: '/a/chanpin/*', to: '/product', asked: '/a/chanpin/12.html' },
  { from: '/plus/view.php?aid=123', to: '/gywm', asked: '/plus/view.php?aid=123' },
  {
    from: '/index.php?m=content&c=index&a=show&catid=6&id=28',
    to: '/xwdt',
    asked: '/index.php?m=content&c=index&a=show&catid=6&id=28',
  },
] as const
