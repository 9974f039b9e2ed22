import { type CSSProperties, type ReactNode, useState } from 'react'
import { LinkButton } from '../ui/buttons.tsx'
import { Sheet } from '../ui/sheets.tsx'

interface Row {
  key: string
  name: ReactNode
  count: number
  /** In a column of its own. */
  more?: ReactNode
}

interface Props {
  title: string
  rows: readonly Row[]
  /** The headers of the columns. */
  heads: readonly [name: string, count: string, more?: string]
  /** Shown where there is no row. */
  empty: string
  note?: string
}

const shownAtFirst = 10

/** 37 %, and less than one where a rounded number would be none. */
const percent = (share: number): string => (share > 0 && share < 0.005 ? '<1%' : `${Math.round(share * 100)}%`)

/** Names with how often each was counted and its share, the most frequent first. */
export function Ranking({ title, rows, heads, empty, note }: Props) {
  const [all, setAll] = useState(false)
  const total = rows.reduce((sum, { count }) => sum + count, 0)
  const shown = all ? rows : rows.slice(0, shownAtFirst)
  return (
    <Sheet title={title} name="ranking">
      {rows.length === 0 ? <p className="ranking-empty message muted">{empty}</p> : (
        <table className="small">
          <thead>
            <tr>
              <th scope="col">{heads[0]}</th>
              <th scope="col">{heads[1]}</th>
              <th scope="col">占比</th>
              {heads[2] && <th scope="col">{heads[2]}</th>}
            </tr>
          </thead>
          <tbody>
            {shown.map(({ key, name, count, more }) => {
              const share = percent(total > 0 ? count / total : 0)
              return (
                <tr key={key} style={{ '--share': share.replace('<', '') } as CSSProperties}>
                  <th scope="row">{name}</th>
                  <td>{count.toLocaleString('zh-CN')}</td>
                  <td className="muted">{share}</td>
                  {heads[2] && <td>{more}</td>}
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {rows.length > shownAtFirst && (
        <LinkButton aria-expanded={all} onClick={() => setAll(!all)}>{all ? `只看前${shownAtFirst}项` : `显示全部${rows.length}项`}</LinkButton>
      )}
      {note && <p className="dashboard-foot muted small">{note}</p>}
    </Sheet>
  )
}
