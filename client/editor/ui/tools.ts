import { colorClasses } from '../../../contract/text/markup.ts'
import type { MediaCategory } from '../../../contract/media/mediaTypes.ts'
import { type Align, align, type BlockKind, insertRule, setBlock } from '../text/blocks.ts'
import type { EditorIconName } from '../EditorIcon.tsx'
import { insertDetails } from '../text/details.ts'
import { modifier } from '../keyboard.ts'
import { toggleList } from '../text/lists.ts'
import { clearFormat, type MarkTag } from '../text/marks.ts'
import { linkPrompt, tablePrompt, videoPrompt, type Prompt } from './prompts.ts'
import type { Surface, ToolbarState } from '../surface.ts'

/** What the toolbar and the bars work on. */
export interface EditorContext {
  readonly surface: Surface
  readonly isFullScreen: boolean
  openPrompt(prompt: Prompt): void
  chooseFile(what: 'picture' | 'markdown'): void
  /** Lets the person choose from the media library, and inserts what was chosen. */
  insertFromLibrary(type: MediaCategory): void
  preview(): void
  setFullScreen(isFullScreen: boolean): void
}

export interface Tool {
  readonly name: string
  readonly icon?: EditorIconName
  readonly className?: string
  readonly keys?: string
  /** The form around it has the same button, which full screen covers. */
  readonly onlyFullScreen?: true
  /** A button without it has no pressed state. */
  isActive?(state: ToolbarState, context: EditorContext): boolean
  isDisabled?(state: ToolbarState): boolean
  run?(context: EditorContext): void
  /** Makes it a menu, whose button shows the active choice. */
  readonly choices?: readonly Tool[]
  /** Makes it a menu of other tools. */
  readonly more?: readonly Tool[]
}

const mark = (name: string, tag: MarkTag): Tool => ({
  name,
  isActive: ({ marks }) => marks.has(tag),
  run: ({ surface }) => surface.toggleMark(tag),
})
const block = (name: string, kind: BlockKind): Tool => ({
  name,
  className: `as-${kind}`,
  isActive: (state) => state.block === kind,
  run: ({ surface }) => surface.run(setBlock(kind)),
})
const side = (name: string, to: Align): Tool => ({
  name,
  icon: to,
  isActive: (state) => state.align === to,
  run: ({ surface }) => surface.run(align(to)),
})
const list = (name: string, tag: 'ul' | 'ol', icon: EditorIconName): Tool => ({
  name,
  icon,
  isActive: (state) => state.list === tag,
  run: ({ surface }) => surface.run(toggleList(tag)),
})
const colourNames = ['红色', '橙色', '黄色', '绿色', '蓝色', '紫色', '灰色']

export const toolGroups: readonly (readonly Tool[])[] = [
  [
    {
      name: '撤销',
      icon: 'undo',
      keys: `${modifier}Z`,
      isDisabled: (state) => !state.canUndo,
      run: ({ surface }) => surface.undo(),
    },
    {
      name: '重做',
      icon: 'redo',
      keys: `${modifier}Y`,
      isDisabled: (state) => !state.canRedo,
      run: ({ surface }) => surface.redo(),
    },
  ],
  [
    {
      name: '段落样式',
      choices: [
        block('正文', 'p'),
        block('标题一', 'h1'),
        block('标题二', 'h2'),
        block('标题三', 'h3'),
        block('标题四', 'h4'),
        block('代码块', 'pre'),
      ],
    },
  ],
  [
    { ...mark('加粗', 'strong'), icon: 'bold', keys: `${modifier}B` },
    {
      name: '文字颜色',
      icon: 'palette',
      choices: [undefined, ...colorClasses].map((name, index) => ({
        name: colourNames[index - 1] ?? '默认颜色',
        className: `swatch ${name ?? ''}`,
        isActive: (state) => state.colour === name,
        run: ({ surface }) => surface.setColour(name),
      })),
    },
    { name: '清除格式', icon: 'clear-format', run: ({ surface }) => surface.run(clearFormat) },
  ],
  [
    {
      name: '对齐方式',
      icon: 'align-left',
      choices: [
        side('左对齐', 'align-left'),
        side('居中', 'align-center'),
        side('右对齐', 'align-right'),
        side('两端对齐', 'align-justify'),
      ],
    },
    list('项目列表', 'ul', 'list'),
    list('编号列表', 'ol', 'list-ordered'),
  ],
  [
    {
      name: '链接',
      icon: 'link',
      keys: `${modifier}K`,
      isActive: (state) => state.link !== undefined,
      run: (context) => context.openPrompt(linkPrompt(context.surface)),
    },
    { name: '图片', icon: 'image', run: (context) => context.chooseFile('picture') },
    {
      name: '视频',
      icon: 'video',
      run: ({ openPrompt, surface, insertFromLibrary }) =>
        openPrompt(videoPrompt(surface, () => insertFromLibrary('film'))),
    },
    { name: '表格', icon: 'table', run: (context) => context.openPrompt(tablePrompt(context.surface)) },
  ],
  [
    {
      name: '更多',
      more: [
        { name: '从素材库选择图片', run: (context) => context.insertFromLibrary('picture') },
        { name: '文档', run: (context) => context.insertFromLibrary('document') },
        { name: '导入 Markdown 文件', run: (context) => context.chooseFile('markdown') },
        { name: '折叠问答', run: ({ surface }) => surface.run(insertDetails) },
        { name: '引用', isActive: (state) => state.quote, run: ({ surface }) => surface.run(setBlock('blockquote')) },
        { name: '分隔线', run: ({ surface }) => surface.run(insertRule) },
        mark('斜体', 'em'),
        mark('下划线', 'u'),
        mark('删除线', 's'),
        mark('上标', 'sup'),
        mark('下标', 'sub'),
        mark('行内代码', 'code'),
      ],
    },
    { name: '预览', icon: 'eye', onlyFullScreen: true, run: (context) => context.preview() },
    {
      name: '全屏',
      icon: 'fullscreen',
      isActive: (_, context) => context.isFullScreen,
      run: (context) => context.setFullScreen(!context.isFullScreen),
    },
  ],
]
