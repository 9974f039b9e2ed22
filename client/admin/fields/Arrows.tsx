import type { KeyboardEvent } from 'react'
import { IconButton } from '../ui/buttons.tsx'

type Move = (from: number, to: number) => void

/** Moves the items of a list one place up or down, none out of it. */
export function stepsIn(count: number, { disabled, move }: { disabled: boolean; move: Move }) {
  const step: Move = (from, to) => {
    if (to >= 0 && to < count && from !== to) move(from, to)
  }
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (disabled || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    step(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
  }
  return { step, onKeyDown }
}

interface ArrowProps {
  index: number
  count: number
  disabled: boolean
  label(words: string): string
  move: Move
}

/** An arrow that leads out of the list does nothing, and keeps the focus. */
export function Arrows({ index, count, disabled, label, move }: ArrowProps) {
  const arrows = [
    { words: '上移', icon: 'arrow-up', key: '↑', to: index - 1 },
    { words: '下移', icon: 'arrow-down', key: '↓', to: index + 1 },
  ] as const
  return arrows.map(({ words, icon, key, to }) => (
    <IconButton
      key={key}
      icon={icon}
      label={label(words)}
      title={`${words}（Alt+${key}）`}
      disabled={disabled}
      aria-disabled={to < 0 || to >= count}
      onClick={() => move(index, to)}
    />
  ))
}
