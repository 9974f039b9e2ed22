import { truncate } from '../../../contract/text/characters.ts'
import { safeLink, safeMedia } from '../../../contract/text/markup.ts'
import { withScheme } from '../../../contract/calls/rules.ts'
import { insertBlocks } from '../text/blocks.ts'
import { setLink, unlink } from '../text/marks.ts'
import { createVideo, setAlt } from '../text/media.ts'
import type { Surface } from '../surface.ts'
import { createTable } from '../text/tables.ts'

export interface Prompt {
  readonly title: string
  readonly fields: readonly Field[]
  /** Runs the command, or returns an error message. */
  submit(values: Readonly<Record<string, string>>): string | undefined
  /** A button beside 确定 and 取消. */
  readonly secondary?: { readonly name: string; readonly className?: 'bad'; run(): void }
}

interface Field {
  readonly name: string
  readonly label: string
  readonly kind: 'text' | 'number' | 'check'
  readonly value: string
  readonly hint?: string
}

/** Adds what people leave out: the scheme of hosts, mail addresses and phone numbers. */
export function parseLinkAddress(input: string): string | undefined {
  const text = input.trim()
  if (/^[^\s@:/]+@[^\s@:/]+\.\w+$/.test(text)) return safeLink(`mailto:${text}`)
  if (/^(1\d{10}|0\d{2,3}-?\d{7,8}|400-?\d{3}-?\d{4})$/.test(text)) return safeLink(`tel:${text}`)
  return safeLink(withScheme(text))
}

export function linkPrompt(surface: Surface): Prompt {
  const { link, collapsed } = surface.state()
  return {
    title: '链接',
    fields: [
      {
        name: 'href',
        label: '地址',
        kind: 'text',
        value: link?.getAttribute('href') ?? '',
        hint: 'https://… 或以 / 开头的站内地址，也可填邮箱或电话',
      },
      ...(link || !collapsed
        ? []
        : [{ name: 'text', label: '文字', kind: 'text', value: '', hint: '不填则显示地址' } as const]),
      { name: 'newTab', label: '在新窗口打开', kind: 'check', value: link?.target === '_blank' ? 'on' : '' },
    ],
    submit({ href = '', text = '', newTab }) {
      const address = parseLinkAddress(href)
      if (address === undefined) return '请输入正确的链接地址'
      surface.run(setLink({ href: address, newTab: newTab === 'on', text: text.trim() || href.trim() }))
      return undefined
    },
    ...(link && { secondary: { name: '移除链接', className: 'bad', run: () => surface.run(unlink) } }),
  }
}

export const videoPrompt = (surface: Surface, pick: () => void): Prompt => ({
  title: '插入视频',
  fields: [
    { name: 'src', label: '视频文件地址', kind: 'text', value: '', hint: 'https://….mp4 或以 / 开头的站内地址' },
  ],
  submit({ src = '' }) {
    const address = safeMedia(src)
    if (address === undefined) return '请输入以“/”开头的站内地址或https网址'
    if (!/\.(mp4|m4v|mov|webm|ogv)([?#]|$)/i.test(address))
      return '请输入视频文件的地址（如以 .mp4 结尾），视频网站的页面无法在这里播放'
    surface.run(insertBlocks(createVideo(address)))
    return undefined
  },
  secondary: { name: '从素材库选择', run: pick },
})

export const tablePrompt = (surface: Surface): Prompt => ({
  title: '插入表格',
  fields: [
    { name: 'rows', label: '行数', kind: 'number', value: '3' },
    { name: 'columns', label: '列数', kind: 'number', value: '3' },
    { name: 'head', label: '首行为表头', kind: 'check', value: 'on' },
  ],
  submit({ rows, columns, head }) {
    const rowCount = Number(rows)
    const columnCount = Number(columns)
    if (!(Number.isInteger(rowCount) && rowCount >= 1 && rowCount <= 50)) return '行数应为1到50'
    if (!(Number.isInteger(columnCount) && columnCount >= 1 && columnCount <= 20)) return '列数应为1到20'
    const table = createTable(rowCount, columnCount, head === 'on')
    surface.run(insertBlocks(table))
    surface.selectContents(table.querySelector('th, td'))
    return undefined
  },
})

export const altPrompt = (surface: Surface): Prompt => ({
  title: '替代文字',
  fields: [
    {
      name: 'alt',
      label: '图片内容的文字说明',
      kind: 'text',
      value: surface.state().media?.getAttribute('alt') ?? '',
      hint: '供读屏软件朗读，图片无法显示时也会出现',
    },
  ],
  submit({ alt = '' }) {
    surface.run(setAlt(truncate(alt.trim(), 500)))
    return undefined
  },
})
