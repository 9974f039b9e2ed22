import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { rankOf, termsOf, titleKey } from '../../../contract/text/titleMatch.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { AdminIcon, Button, IconButton } from '../ui/buttons.tsx'
import { isComposing } from '../../ui/composing.ts'
import { addOpenDialog, openDialogs } from '../ui/topDialog.ts'
import { actionItems, fieldItems, hitItem, type PaletteItem, screenItems, settingItems } from './paletteItems.ts'
import { useTitles } from '../list/useTitles.ts'

const maxQueryLength = 40
/** More would push what is loaded later out of sight. */
const maxFields = 6

interface Group {
  title: string
  items: readonly PaletteItem[]
}

/** Jumps to a record, a screen or an action by its title. The focus stays in the field; aria-activedescendant names the chosen item. */
export function Palette({ onClose }: { onClose(): void }) {
  const box = useRef<HTMLDialogElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const [word, setWord] = useState('')
  const { list, groups, items, position, setChosen, state, why, refresh } = useFound(word)
  const current = items[position]
  const optionId = (item: PaletteItem): string => `${id}-${items.indexOf(item)}`
  useModal(box, field, onClose)

  const search = (text: string): void => {
    setWord(text.trim())
    setChosen('')
  }
  const pick = (item: PaletteItem): void => {
    // Closed first: the action may open a dialog.
    flushSync(onClose)
    item.run()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    // The input method handles its keys itself.
    if (isComposing(event)) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const again = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k'
    if (step) setChosen(items[(position + step + items.length) % items.length]?.key ?? '')
    else if (event.key === 'Escape' || again) onClose()
    else if (event.key === 'Enter' && event.target === field.current) {
      if (current && !event.repeat) pick(current)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  const tryAgain = (): void => {
    // The button goes away.
    field.current?.focus()
    void refresh()
  }
  return (
    <dialog
      className="modal palette card"
      ref={box}
      aria-label="搜索或跳转"
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="palette-field row loose">
        <AdminIcon name="search" />
        <SearchInput
          field={field}
          list={current && `${id}-list`}
          active={current && optionId(current)}
          onSearch={search}
        />
        <IconButton icon="close" label="关闭" onClick={onClose} />
      </div>
      {items.length > 0 && (
        <Results
          {...{ groups, current, optionId, list }}
          id={`${id}-list`}
          onChoose={({ key }) => setChosen(key)}
          onPick={pick}
        />
      )}
      <Outcome {...{ word, state, why }} count={items.length} onRetry={tryAgain} />
      <Foot loading={state === 'loading'} />
    </dialog>
  )
}

/** What is found, and which of it is chosen: the first item until somebody chooses. */
function useFound(word: string) {
  const list = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState('')
  const { hits, searched, state, why, refresh } = useTitles(word)
  const groups = useMemo(
    (): Group[] =>
      groupsOf(
        word,
        hits.map((hit) => hitItem(hit, searched)),
      ),
    [word, hits],
  )
  const items = groups.flatMap((group) => group.items)
  const position = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  )

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
    // Show the title of the first group, too.
    if (position === 0) list.current?.scrollTo({ top: 0 })
  }, [position, word])
  return { list, groups, items, position, setChosen, state, why, refresh }
}

interface SearchInputProps {
  field: RefObject<HTMLInputElement | null>
  /** They are ids: of the results, and of the chosen one. */
  list: string | undefined
  active: string | undefined
  onSearch(text: string): void
}

function SearchInput({ field, list, active, onSearch }: SearchInputProps) {
  const [typed, setTyped] = useState('')
  return (
    <input
      ref={field}
      className="fill"
      type="text"
      role="combobox"
      aria-label="搜索内容、页面和操作"
      aria-autocomplete="list"
      aria-expanded={list !== undefined}
      aria-controls={list}
      aria-activedescendant={active}
      placeholder="搜索，可输入拼音"
      maxLength={maxQueryLength}
      autoComplete="off"
      spellCheck={false}
      enterKeyHint="go"
      value={typed}
      onChange={({ target, nativeEvent }) => {
        setTyped(target.value)
        if (!(nativeEvent as InputEvent).isComposing) onSearch(target.value)
      }}
      onCompositionEnd={({ currentTarget }) => onSearch(currentTarget.value)}
    />
  )
}

interface OutcomeProps extends Pick<ReturnType<typeof useFound>, 'state' | 'why'> {
  word: string
  count: number
  onRetry(): void
}

/** What came of the search, below the results. */
function Outcome({ word, state, why, count, onRetry }: OutcomeProps) {
  const none = count === 0 && state === 'ready'
  return (
    <>
      {state === 'failed' && (
        <p className="palette-failed row loose" role="alert">
          <AdminIcon name="warning" />
          <span>{why}</span>
          <Button onClick={onRetry}>重试</Button>
        </p>
      )}
      <p className={none ? 'palette-empty row loose' : 'visually-hidden'} role="status">
        {none
          ? `没有找到与“${word}”相符的内容、页面或操作`
          : word !== '' && (state === 'loading' ? '正在搜索…' : `找到 ${count} 项`)}
      </p>
    </>
  )
}

interface ResultsProps {
  id: string
  groups: readonly Group[]
  current: PaletteItem | undefined
  optionId(item: PaletteItem): string
  list: RefObject<HTMLDivElement | null>
  onChoose(item: PaletteItem): void
  onPick(item: PaletteItem): void
}

function Results({ id, groups, current, optionId, list, onChoose, onPick }: ResultsProps) {
  return (
    <div className="palette-list fill scroll" id={id} role="listbox" aria-label="搜索结果" ref={list}>
      {groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <p className="muted tiny" aria-hidden="true">
            {title}
          </p>
          {items.map((item) => (
            <div
              key={item.key}
              className="row loose"
              id={optionId(item)}
              role="option"
              aria-selected={item === current}
              // Not on enter: an item may appear under a resting pointer.
              onPointerMove={() => item !== current && onChoose(item)}
              onClick={() => onPick(item)}
            >
              <AdminIcon name={item.icon} />
              <span className="fill clamped">{item.title}</span>
              {item.note && <small className="tiny nowrap">{item.note}</small>}
            </div>
          ))}
        </div>
      ))}
    </div>
  )
}

function useModal(
  box: RefObject<HTMLDialogElement | null>,
  field: RefObject<HTMLInputElement | null>,
  onClose: () => void,
): void {
  useLayoutEffect(() => {
    const dialog = box.current
    if (!dialog) return
    const before = document.activeElement
    dialog.showModal()
    field.current?.focus()
    const removeOpenDialog = addOpenDialog(dialog)
    // Another dialog that opens closes it, such as the one to sign in again.
    const unsubscribe = openDialogs.subscribe((open) => lastOf(open) !== dialog && onClose())
    return () => {
      unsubscribe()
      removeOpenDialog()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
}

function Foot({ loading }: { loading: boolean }) {
  return (
    <p className="palette-foot row muted tiny" aria-hidden="true">
      <span>
        <kbd>↑</kbd>
        <kbd>↓</kbd> 选择
      </span>
      <span>
        <kbd>Enter</kbd> 打开
      </span>
      <span>
        <kbd>Esc</kbd> 关闭
      </span>
      {loading && <span className="push">正在搜索…</span>}
    </p>
  )
}

/** Screens and actions first; records last, since they are loaded. */
function groupsOf(word: string, records: readonly PaletteItem[]): Group[] {
  const terms = termsOf(word)
  // There are too many settings to list before anything is typed.
  const settings = word === '' ? [] : settingItems()
  const fields = word === '' ? [] : fieldItems()
  return [
    { title: '页面', items: matching([...screenItems(), ...settings], terms) },
    // The logo of the site, before that of the back office.
    { title: '设置', items: matching(fields, terms).slice(0, maxFields) },
    { title: '操作', items: matching(actionItems(), terms) },
    // They may be hits for an earlier word.
    { title: '内容', items: matching(records, terms) },
  ].filter(({ items }) => items.length > 0)
}

/** Sorted by rank; equal ones keep their order. */
function matching(items: readonly PaletteItem[], terms: readonly string[]): PaletteItem[] {
  return items
    .map((item) => ({ item, rank: rankOfItem(item, terms) }))
    .filter(({ rank }) => rank < Infinity)
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item)
}

function rankOfItem({ title, also = [] }: PaletteItem, terms: readonly string[]): number {
  return Math.min(...[title, ...also].map((words) => rankOf(titleKey(words), terms) ?? Infinity))
}
