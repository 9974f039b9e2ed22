import type { ReactNode } from 'react'
import type { UsedList } from './useList.ts'

/** The search of a list that can be narrowed to some records: '' for all, `drafts`, or `trash`. */
export type Shown = Readonly<Record<string, string>> & { show: string }

export const recordTabs = { '': '全部', drafts: '草稿', trash: '已删除' } as const

interface Props<F extends Shown> {
  list: Pick<UsedList<never, F>, 'typed' | 'type' | 'query'>
  tabs: Readonly<Record<string, string>>
  /** Stands at the end of the line. */
  hint?: string
  /** Other choices, beside the tabs. */
  children?: ReactNode
}

/** Which records of a list are shown; kept with its search. */
export function ListTabs<F extends Shown>({ list, tabs, hint, children }: Props<F>) {
  const show = (name: string): void => {
    list.type({ show: name } as Partial<F>)
    void list.query()
  }
  return (
    <div className="list-tabs row wraps">
      <div className="row tight" role="group" aria-label="显示哪些内容">
        {Object.entries(tabs).map(([name, title]) => (
          <button key={name} type="button" aria-pressed={list.typed.show === name} onClick={() => show(name)}>
            {title}
          </button>
        ))}
      </div>
      {children}
      {hint && <small className="push phone-hidden">{hint}</small>}
    </div>
  )
}

/** What an empty list says; with something searched for, it offers to reset that. */
export function emptyText<F extends Shown>(
  { searched }: Pick<UsedList<never, F>, 'searched'>,
  usual: string,
): string | undefined {
  if (searched.show === 'trash') return '回收站是空的'
  const { show, ...words } = searched
  if (show === 'due') return '今天没有要联系的客户'
  if (Object.values(words).some((word) => word !== '')) return undefined
  return show === 'drafts' ? '没有草稿' : usual
}
