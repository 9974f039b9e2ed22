import { useLayoutEffect, useRef } from 'react'
import type { Align } from './blocks.ts'
import { askAlt } from './questions.ts'
import { removeMedia, setMediaAlign, setWidth } from './media.ts'
import type { State } from './surface.ts'
import { changeTable, type TableChange } from './table.ts'
import { keepSelection } from './Toolbar.tsx'
import type { Desk } from './tools.ts'
import { widthClasses } from '../../contract/markup.ts'

interface Item {
  name: string
  on?: boolean
  act(): void
}

/** What can be done with the picture that is selected, or with the table that the caret is in: a bar over it, and a frame around. */
export function OverBar({ desk, state }: { desk: Desk; state: State }) {
  const { media, table } = state
  const over = media ?? table
  const box = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const frame = box.current
    if (!frame || !over) return
    const place = (): void => {
      const [inner, outer] = [over.getBoundingClientRect(), frame.parentElement?.getBoundingClientRect()]
      if (!outer) return
      frame.style.insetBlockStart = `${inner.top - outer.top}px`
      frame.style.insetInlineStart = `${inner.left - outer.left}px`
      frame.style.inlineSize = `${inner.width}px`
      frame.style.blockSize = `${inner.height}px`
    }
    place()
    const observer = new ResizeObserver(place)
    observer.observe(over)
    observer.observe(desk.surface.root)
    return () => observer.disconnect()
  })

  if (!over) return null
  const items = media ? mediaItems(desk, media) : tableItems(desk)
  return (
    <div ref={box} className={media ? 'editor-over media' : 'editor-over'}>
      <div role="toolbar" aria-label={media ? '图片' : '表格'} className="editor-bar" onMouseDown={keepSelection}>
        {items.map(({ name, on, act }) => (
          <button key={name} type="button" aria-pressed={on} onClick={act}>
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}

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
const tableItems = ({ surface }: Desk): Item[] =>
  tableChanges.map(([name, change]) => ({
    name,
    act() {
      surface.focus()
      surface.run(changeTable(change))
    },
  }))
