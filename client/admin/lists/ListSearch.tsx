import type { ReactNode } from 'react'
import { DateRange, SelectField, TextField } from '../ui/fields.tsx'
import { SearchBar } from '../ui/SearchBar.tsx'
import type { Words } from './list.ts'
import type { UsedList } from './useList.ts'

/** A text, a select where there are options, or the days from `from` to `to`. */
export type SearchField = 'days' | {
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
  extra?: ReactNode
  children?: ReactNode
}

export function ListSearch<F extends Words>({ list, fields, unfolded, onQuery, extra, children }: Props<F>) {
  const { typed } = list
  const type = (changes: Words): void => list.type(changes as Partial<F>)
  const [, ...rest] = fields.flatMap((field) => (field === 'days' ? ['from', 'to'] : [field.name]))
  const input = (field: SearchField): ReactNode => {
    if (field === 'days') return <DateRange key="days" label="时间" from={typed['from'] ?? ''} to={typed['to'] ?? ''} onChange={type} />
    const { options, name, ...own } = field
    const common = { inline: true, name, ...own, value: typed[name] ?? '', onChange: (word: string) => type({ [name]: word }) } as const
    return options ? <SelectField key={name} {...common} options={options} /> : <TextField key={name} {...common} type="search" />
  }
  return (
    <SearchBar
      onQuery={() => {
        onQuery?.()
        void list.query()
      }}
      onReset={() => void list.reset()} extra={extra}
      more={unfolded || rest.length === 0 ? undefined : rest.filter((name) => typed[name] !== '').length}
    >
      {fields.map(input)}
      {children}
    </SearchBar>
  )
}
