import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { keepWords } from './keepWords.ts'

interface Props<K extends string> {
  label: string
  tabs: readonly { key: K; name: string }[]
  current: K
  onChange(key: K): void
  panel: ReactNode
}

/** More of them are on one line that scrolls. */
const maxInColumns = 4

/** The Tab key reaches the current tab only; the arrow keys move to the next and show it at once. */
export function Tabs<K extends string>({ label, tabs, current, onChange, panel }: Props<K>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const line = list.current
    const tab = line?.querySelector<HTMLElement>('[aria-selected=true]')
    if (line && tab) line.scrollLeft = tab.offsetLeft - (line.clientWidth - tab.offsetWidth) / 2
  }, [current])

  const onKeyDown = (event: KeyboardEvent): void => {
    const index = tabs.findIndex(({ key }) => key === current)
    const last = tabs.length - 1
    const to = {
      ArrowRight: index === last ? 0 : index + 1,
      ArrowLeft: index === 0 ? last : index - 1,
      Home: 0,
      End: last,
    }[event.key]
    const tab = to === undefined ? undefined : tabs[to]
    if (to === undefined || !tab || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    onChange(tab.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus()
  }

  return (
    <div className="tabs">
      <div
        className={tabs.length > maxInColumns ? 'tab-list many' : 'tab-list'}
        role="tablist"
        aria-label={label}
        ref={list}
        onKeyDown={onKeyDown}
      >
        {tabs.map(({ key, name }) => (
          <button
            key={key}
            id={`${id}${key}`}
            type="button"
            role="tab"
            aria-selected={key === current}
            aria-controls={`${id}panel`}
            tabIndex={key === current ? 0 : -1}
            onClick={() => onChange(key)}
            {...keepWords(name)}
          />
        ))}
      </div>
      <div id={`${id}panel`} role="tabpanel" aria-labelledby={`${id}${current}`}>
        {panel}
      </div>
    </div>
  )
}
