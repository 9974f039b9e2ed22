import { colorClasses } from '../../contract/markup.ts'
import { type Align, align, type BlockKind, insertRule, setBlock } from './blocks.ts'
import type { EditorIconName } from './EditorIcon.tsx'
import { modifier, setColourHere, toggle } from './keys.ts'
import { toggleList } from './lists.ts'
import { clearFormat, type MarkTag } from './marks.ts'
import { askLink, askTable, askVideo, type Question } from './questions.ts'
import type { State, Surface } from './surface.ts'

/** What a button can reach. */
export interface Desk {
  readonly surface: Surface
  readonly full: boolean
  ask(question: Question): void
  choose(what: 'picture' | 'markdown'): void
  preview(): void
  setFull(full: boolean): void
}

export interface Choice {
  readonly name: string
  readonly icon?: EditorIconName
  readonly className?: string
  on(state: State): boolean
  act(surface: Surface): void
}

export interface Tool {
  readonly name: string
  readonly icon?: EditorIconName
  readonly keys?: string
  /** Pressed or not; without it a button has no state. */
  on?(state: State, desk: Desk): boolean
  off?(state: State): boolean
  act?(desk: Desk): void
  /** A menu instead; its button shows the choice that holds. */
  readonly choices?: readonly Choice[]
}

const mark = (name: string, tag: MarkTag, icon: EditorIconName, key?: string): Tool => ({
  name,
  icon,
  ...(key && { keys: modifier + key }),
  on: ({ marks }) => marks.has(tag),
  act: ({ surface }) => toggle(surface, tag),
})
const block = (name: string, kind: BlockKind): Choice => ({
  name,
  className: `as-${kind}`,
  on: (state) => state.block === kind,
  act: (surface) => surface.run(setBlock(kind)),
})
const side = (name: string, to: Align): Choice => ({
  name,
  icon: to,
  on: (state) => state.align === to,
  act: (surface) => surface.run(align(to)),
})
const list = (name: string, tag: 'ul' | 'ol', icon: EditorIconName): Tool => ({
  name,
  icon,
  on: (state) => state.list === tag,
  act: ({ surface }) => surface.run(toggleList(tag)),
})
const colours = ['红色', '橙色', '黄色', '绿色', '蓝色', '紫色', '灰色']

export const groups: readonly (readonly Tool[])[] = [
  [
    { name: '撤销', icon: 'undo', keys: `${modifier}Z`, off: (state) => !state.canUndo, act: ({ surface }) => surface.undo() },
    { name: '重做', icon: 'redo', keys: `${modifier}Y`, off: (state) => !state.canRedo, act: ({ surface }) => surface.redo() },
  ],
  [
    {
      name: '段落样式',
      choices: [block('正文', 'p'), block('标题一', 'h1'), block('标题二', 'h2'), block('标题三', 'h3'), block('标题四', 'h4'), block('代码块', 'pre')],
    },
  ],
  [
    mark('加粗', 'strong', 'bold', 'B'),
    mark('斜体', 'em', 'italic', 'I'),
    mark('下划线', 'u', 'underline', 'U'),
    mark('删除线', 's', 'strike'),
    mark('行内代码', 'code', 'code'),
    {
      name: '文字颜色',
      icon: 'palette',
      choices: [undefined, ...colorClasses].map((name, at) => ({
        name: colours[at - 1] ?? '默认颜色',
        className: `swatch ${name ?? ''}`,
        on: (state) => state.colour === name,
        act: (surface) => setColourHere(surface, name),
      })),
    },
    { name: '清除格式', icon: 'clear-format', act: ({ surface }) => surface.run(clearFormat) },
  ],
  [
    {
      name: '对齐方式',
      icon: 'align-left',
      choices: [side('左对齐', 'align-left'), side('居中', 'align-center'), side('右对齐', 'align-right'), side('两端对齐', 'align-justify')],
    },
    list('项目列表', 'ul', 'list'),
    list('编号列表', 'ol', 'list-ordered'),
    { name: '引用', icon: 'quote', on: (state) => state.quote, act: ({ surface }) => surface.run(setBlock('blockquote')) },
  ],
  [
    { name: '链接', icon: 'link', keys: `${modifier}K`, on: (state) => state.link !== undefined, act: (desk) => desk.ask(askLink(desk.surface)) },
    { name: '图片', icon: 'image', act: (desk) => desk.choose('picture') },
    { name: '视频', icon: 'video', act: (desk) => desk.ask(askVideo(desk.surface)) },
    { name: '表格', icon: 'table', act: (desk) => desk.ask(askTable(desk.surface)) },
    { name: '分隔线', icon: 'rule', act: ({ surface }) => surface.run(insertRule) },
  ],
  [
    { name: '导入 Markdown 文件', icon: 'markdown', act: (desk) => desk.choose('markdown') },
    { name: '预览', icon: 'eye', act: (desk) => desk.preview() },
    { name: '全屏', icon: 'fullscreen', on: (_, desk) => desk.full, act: (desk) => desk.setFull(!desk.full) },
  ],
]
