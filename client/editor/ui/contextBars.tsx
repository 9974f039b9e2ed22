import { useLayoutEffect, useRef } from 'react'
import { widthClasses } from '../../../contract/text/markup.ts'
import type { Align } from '../text/blocks.ts'
import { removeMedia, setMediaAlign, setWidth } from '../text/media.ts'
import { altPrompt } from './prompts.ts'
import { changeTable, type TableChange } from '../text/tables.ts'
import { keepSelection, focusTextOnEscape } from './Toolbar.tsx'
import type { EditorContext } from './tools.ts'

interface Item {
  name: string
  isActive?: boolean
  run(): void
}

/** The tools for the selected picture or video, over it, and a frame around it. */
export function MediaBar({ context, media }: { context: EditorContext; media: HTMLElement }) {
  const overlay = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = overlay.current
    const updatePosition = (): void => {
      if (!element?.parentElement) return
      const inner = media.getBoundingClientRect()
      const outer = element.parentElement.getBoundingClientRect()
      const { style } = element
      style.insetBlockStart = `${inner.top - outer.top}px`
      style.blockSize = `${inner.height}px`
      style.setProperty('--left', `${inner.left - outer.left}px`)
      style.setProperty('--width', `${inner.width}px`)
    }
    updatePosition()
    const observer = new ResizeObserver(updatePosition)
    observer.observe(media)
    observer.observe(context.surface.root)
    return () => observer.disconnect()
  })
  return (
    <div ref={overlay} className="editor-overlay">
      <ContextBar context={context} label={isPicture(media) ? '图片' : '视频'} items={mediaItems(context, media)} />
    </div>
  )
}

/** The tools for the table that the caret is in. */
export const TableBar = ({ context }: { context: EditorContext }) => (
  <ContextBar context={context} label="表格" items={tableItems(context)} />
)

const ContextBar = ({ context, label, items }: { context: EditorContext; label: string; items: readonly Item[] }) => (
  <div
    role="toolbar"
    aria-label={label}
    className="editor-bar row wraps"
    onMouseDown={keepSelection}
    onKeyDown={(event) => focusTextOnEscape(event, context)}
  >
    {items.map(({ name, isActive, run }) => (
      <button key={name} type="button" aria-pressed={isActive} onClick={run}>
        {name}
      </button>
    ))}
  </div>
)

const isPicture = (media: Element): boolean => media.localName === 'img'

const sides: readonly { name: string; align: Align }[] = [
  { name: '居左', align: 'align-left' },
  { name: '居中', align: 'align-center' },
  { name: '居右', align: 'align-right' },
]

function mediaItems(context: EditorContext, media: Element): Item[] {
  const { surface } = context
  const act = (command: Parameters<typeof surface.run>[0]) => () => {
    surface.focus()
    surface.run(command)
  }
  const width = widthClasses.find((name) => media.classList.contains(name))
  const side = sides.find(({ align }) => media.classList.contains(align))?.align ?? 'align-center'
  return [
    { name: '原宽', isActive: width === undefined, run: act(setWidth(undefined)) },
    ...widthClasses.map((name) => ({ name: `${name.slice(6)}%`, isActive: width === name, run: act(setWidth(name)) })),
    ...sides.map(({ name, align }) => ({ name, isActive: side === align, run: act(setMediaAlign(align)) })),
    ...(isPicture(media) ? [{ name: '替代文字', run: () => context.openPrompt(altPrompt(surface)) }] : []),
    { name: '删除', run: act(removeMedia) },
  ]
}

const tableChanges: readonly (readonly [string, TableChange])[] = [
  ['上加行', 'rowAbove'],
  ['下加行', 'rowBelow'],
  ['删行', 'removeRow'],
  ['左加列', 'columnBefore'],
  ['右加列', 'columnAfter'],
  ['删列', 'removeColumn'],
  ['表头', 'toggleHead'],
  ['表前空行', 'lineBefore'],
  ['表后空行', 'lineAfter'],
  ['删表', 'removeTable'],
]
export const tableItems = ({ surface }: EditorContext): Item[] =>
  tableChanges.map(([name, change]) => ({
    name,
    run() {
      surface.focus()
      surface.run(changeTable(change))
    },
  }))
