import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

interface Props {
  name: string
  disabled?: boolean
  /** -1 where the keyboard has another way. */
  tabIndex?: -1
  /** Moves it from its place in the list to that of another one. */
  onMove(from: number, to: number): void
}

const inList = 'li, tr[data-id]'

/**
 * Moves its item of a list, or its row of a table, by dragging or by Alt and the arrow keys. What is dragged, and where to, are attributes
 * of the items: to render these at every step of the pointer would be slow.
 */
export function MoveHandle({ name, disabled, tabIndex, onMove }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const around = () => {
    const item = button.current?.closest<HTMLElement>(inList) ?? undefined
    return {
      item,
      items: [...(item?.parentElement?.children ?? [])].filter((child): child is HTMLElement => child.matches(inList)),
    }
  }
  const move = (to: number): void => {
    const { item, items } = around()
    if (item && to >= 0 && to < items.length) onMove(items.indexOf(item), to)
  }
  /** Returns the place of the item that the dragged one was over; -1 for none. */
  const end = (): number => {
    const { items } = around()
    const to = items.findIndex((item) => item.dataset.drop)
    for (const { dataset } of items) for (const mark of ['drop', 'dragged']) delete dataset[mark]
    return to
  }
  const onPointerDown = ({ currentTarget, pointerId, button: pressed }: PointerEvent): void => {
    const { item } = around()
    if (!item || pressed !== 0) return
    currentTarget.setPointerCapture(pointerId)
    item.dataset.dragged = 'true'
  }
  const onPointerMove = ({ clientX, clientY }: PointerEvent): void => {
    const { item, items } = around()
    const under = items.find((item) => item.contains(document.elementFromPoint(clientX, clientY)))
    if (!item?.dataset.dragged || !under || under.dataset.drop) return
    for (const { dataset } of items) delete dataset.drop
    if (under !== item) under.dataset.drop = items.indexOf(under) < items.indexOf(item) ? 'above' : 'below'
    // It may be partly out of sight.
    under.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') end()
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    const { item, items } = around()
    if (item) move(items.indexOf(item) + (event.key === 'ArrowUp' ? -1 : 1))
  }
  return (
    <button
      type="button"
      className="move-handle"
      ref={button}
      title="拖动，或按Alt+↑、Alt+↓移动"
      aria-label={`移动：${name}`}
      disabled={disabled}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      onPointerUp={() => move(end())}
      onPointerCancel={end}
      {...{ tabIndex, onPointerDown, onPointerMove, onKeyDown }}
    />
  )
}
