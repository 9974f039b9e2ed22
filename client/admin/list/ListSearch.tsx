import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { listen } from '../../lib/listen.ts'
import { AdminIcon, Button } from '../ui/buttons.tsx'
import { ignoreComposingEnter } from '../../ui/composing.ts'
import type { Column } from '../ui/DataTable.tsx'
import { DateRange, SelectField, TextField } from '../ui/fields.tsx'
import type { Sort, Words } from './list.ts'
import type { UsedList } from './useList.ts'

/** A text, a select where there are options, or the days from `from` to `to`. */
export type SearchField =
  | 'days'
  | {
      name: string
      label: string
      placeholder?: string
      options?: readonly (readonly [value: string, label: string])[]
    }

interface Props<F extends Words> {
  list: Pick<UsedList<never, F>, 'typed' | 'type' | 'query' | 'reset'>
  fields: readonly SearchField[]
  /** Phones show all fields. Otherwise they fold those after the first. */
  unfolded?: true
  onQuery?(): void
  /** What the screen is for, such as 新增, 上传图片, 导出. */
  extra?: ReactNode
  /** Stands after the fields. */
  children?: ReactNode
}

/** "/" focuses its first field. Its buttons are not primary: the primary action of a screen is another. */
export function ListSearch<F extends Words>({ list, fields, unfolded, onQuery, extra, children }: Props<F>) {
  const { typed } = list
  const box = useRef<HTMLFormElement>(null)
  const [opened, setOpened] = useState(false)
  useSlashKey(box)
  const type = (changes: Words): void => list.type(changes as Partial<F>)
  const [, ...rest] = fields.flatMap((field) => (field === 'days' ? ['from', 'to'] : [field.name]))
  const folds = !unfolded && rest.length > 0
  const filled = rest.filter((name) => typed[name] !== '').length
  const input = (field: SearchField): ReactNode => {
    if (field === 'days')
      return <DateRange key="days" label="时间" from={typed['from'] ?? ''} to={typed['to'] ?? ''} onChange={type} />
    const { options, name, ...own } = field
    const common = {
      inline: true,
      name,
      ...own,
      value: typed[name] ?? '',
      onChange: (word: string) => type({ [name]: word }),
    } as const
    return options ? (
      <SelectField key={name} {...common} options={options} />
    ) : (
      <TextField key={name} {...common} type="search" />
    )
  }
  return (
    <form
      className={folds && !opened ? 'search-bar row wraps folded' : 'search-bar row wraps'}
      ref={box}
      role="search"
      onKeyDown={ignoreComposingEnter}
      onSubmit={(event) => {
        event.preventDefault()
        onQuery?.()
        void list.query()
      }}
    >
      {fields.map(input)}
      {children}
      <div className="search-bar-end row wraps">
        <div className="search-bar-buttons row wraps">
          {folds && (
            <Button className="search-more" aria-expanded={opened} onClick={() => setOpened(!opened)}>
              {filled > 0 ? `更多条件 (${filled})` : '更多条件'}
              <AdminIcon name="chevron-down" />
            </Button>
          )}
          <Button onClick={() => void list.reset()}>重置</Button>
          <Button icon="search" type="submit">
            查询
          </Button>
        </div>
        {extra && <div className="search-bar-extra row wraps push">{extra}</div>}
      </div>
    </form>
  )
}

/** In these, a slash is text. */
const textControls = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'

/** A hidden view does not listen: Activity runs the cleanup of its effects. */
function useSlashKey(box: RefObject<HTMLFormElement | null>): void {
  useEffect(
    () =>
      listen(document, {
        keydown(event) {
          if (
            event.key !== '/' ||
            event.ctrlKey ||
            event.altKey ||
            event.metaKey ||
            event.isComposing ||
            event.defaultPrevented
          )
            return
          const target = event.target instanceof Element ? event.target : document.body
          if (target.closest(textControls) || document.querySelector('dialog[open]')) return
          const field = box.current?.querySelector<HTMLInputElement>('input')
          if (!field) return
          event.preventDefault()
          field.focus()
          field.select()
        },
      }),
    [],
  )
}

interface SortSelectProps {
  columns: readonly Pick<Column<never>, 'key' | 'title' | 'sortable'>[]
  sort: Sort | undefined
  onSort(sort: Sort | undefined): void
}

const orders = { asc: '升序', desc: '降序' } as const
const orderKeys = ['asc', 'desc'] as const

/** Replaces the sorting headers where rows are shown as cards. The styles choose between them. */
export function SortSelect({ columns, sort, onSort }: SortSelectProps) {
  const id = useId()
  const options = columns
    .filter(({ sortable }) => sortable)
    .flatMap(({ key, title }) =>
      orderKeys.map((order) => ({ sort: { by: key, order }, label: `${title} ${orders[order]}` })),
    )
  const chosen = options.findIndex((option) => option.sort.by === sort?.by && option.sort.order === sort.order)
  if (options.length === 0) return null
  return (
    <div className="sort-select row">
      <label className="nowrap" htmlFor={id}>
        排序
      </label>
      <select
        id={id}
        className="input"
        value={chosen}
        onChange={({ target }) => onSort(options[Number(target.value)]?.sort)}
      >
        <option value={-1}>默认</option>
        {options.map(({ label }, index) => (
          <option key={label} value={index}>
            {label}
          </option>
        ))}
      </select>
    </div>
  )
}
