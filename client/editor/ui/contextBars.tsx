import { useLayoutEffect, useRef } from 'react'
import { widthClasses } from '../../../contract/markup.ts'
import type { Align } from '../text/blocks.ts'
import { removeMedia, setMediaAlign, setWidth } from '../text/media.ts'
import { askAlt } from './prompts.ts'
import { changeTable, type TableChange } from '../text/tables.ts'
import { keepSelection, leaveByEscape } from './Toolbar.tsx'
import type { Desk } from './tools.ts'

interface Item {
  name: string
  on?: boolean
  act(): void
}

/** What can be done with the picture or film that is selected: a bar over it, and a frame around it. */
export function MediaBar({ desk, media }: { desk: Desk; media: HTMLElement }) {
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const over = box.current
    const place = (): void => {
      const [inner, outer] = [media.getBoundingClientRect(), over?.parentElement?.getBoundingClientRect()]
      const { style } = over ?? {}
      if (!style || !outer) return
      style.insetBlockStart = `${inner.top - outer.top}px`
      style.blockSize = `${inner.height}px`
      style.setProperty('--left', `${inner.left - outer.left}px`)
      style.setProperty('--width', `${inner.width}px`)
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(media)
    observer.observe(desk.surface.root)
    return () => observer.disconnect()
  })
  return (
    <div ref={box} className="editor-over">
      <Bar desk={desk} label="图片" items={mediaItems(desk, media)} />
    </div>
  )
}

/** What can be done with the table that the caret is in. */
export const TableBar = ({ desk }: { desk: Desk }) => <Bar desk={desk} label="表格" items={tableItems(desk)} />

const Bar = ({ desk, label, items }: { desk: Desk; label: string; items: readonly Item[] }) => (
  <div role="toolbar" aria-label={label} className="editor-bar" onMouseDown={keepSelection} onKeyDown={(event) => leaveByEscape(event, desk)}>
    {items.map(({ name, on, act }) => (
      <button key={name} type="button" aria-pressed={on} onClick={act}>
        {name}
      </button>
    ))}
  </div>
)

function mediaItems(desk: Desk, media: Element): Item[] {
  const { surface } = desk
  const act = (command: Parameters<typeof surface.run>[0]) => () => {
    surface.focus()
    surface.run(command)
  }
  const width = widthClasses.find((name) => media.classList.contains(name))
  const side: Align = media.classList.contains('align-left') ? 'align-left' : media.classList.contains('align-right') ? 'align-right' : 'align-center'
  const sides: readonly (readonly [string, Align])[] = [['居左', 'align-left'], ['居中', 'align-center'], ['居右', 'align-right']]
  return [
    { name: '原宽', on: width === undefined, act: act(setWidth(undefined)) },
    ...widthClasses.map((name) => ({ name: `${name.slice(6)}%`, on: width === name, act: act(setWidth(name)) })),
    ...sides.map(([name, to]) => ({ name, on: side === to, act: act(setMediaAlign(to)) })),
    ...(media.localName === 'img' ? [{ name: '替代文字', act: () => desk.ask(askAlt(surface)) }] : []),
    { name: '删除', act: act(removeMedia) },
  ]
}

const tableChanges: readonly (readonly [string, TableChange])[] = [
  ['上加行', 'rowAbove'], ['下加行', 'rowBelow'], ['删行', 'removeRow'], ['左加列', 'columnBefore'], ['右加列', 'columnAfter'], ['删列', 'removeColumn'],
  ['表头', 'toggleHead'], ['表前空行', 'lineBefore'], ['表后空行', 'lineAfter'], ['删表', 'removeTable'],
]
export const tableItems = ({ surface }: Desk): Item[] =>
  tableChanges.map(([name, change]) => ({
    name,
    act() {
      surface.focus()
      surface.run(changeTable(change))
    },
  }))
