import { type ReactNode, useState } from 'react'
import { isFilm, type MediaRow } from '../../../contract/media.ts'
import type { ListView, Words } from '../lists/list.ts'
import { minute } from '../screens/cells.tsx'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { EmptyState } from '../ui/DataTable.tsx'
import { durationOf, sizeOf, thumbnailOf, usesOf } from './mediaRow.ts'

interface Props {
  list: Pick<ListView<MediaRow, Words>, 'rows' | 'state' | 'error' | 'filtered' | 'selected'>
  /** What to say when there is nothing at all. */
  empty: string
  onOpen(row: MediaRow): void
  /** Only unused media can be selected. */
  onSelect?(ids: ReadonlySet<string>): void
  onRetry(): void
  onReset(): void
}

/** Pictures and films as cards. */
export function MediaGrid({ list, empty, onOpen, onSelect, onRetry, onReset }: Props) {
  const { rows, state, error, filtered, selected } = list
  if (rows.length === 0 && state === 'loading') return <Loading />
  if (rows.length === 0 || state === 'failed') return <EmptyState {...{ state, error, empty, onRetry }} onReset={filtered ? onReset : undefined} />
  const toggle = (id: string): void => {
    const others = new Set(selected)
    if (!others.delete(id)) others.add(id)
    onSelect?.(others)
  }
  return (
    <ul className="media-grid" aria-label="素材列表" aria-busy={state === 'loading'} tabIndex={-1}>
      {rows.map((row) => (
        <li key={row.mediaId} className={selected.has(row.mediaId) ? 'media-card picked' : 'media-card'}>
          <Thumbnail row={row} />
          <div className="media-caption">
            <button type="button" className="media-open" title={row.name} onClick={() => onOpen(row)}>
              {row.name}
            </button>
            <span>{sizeOf(row)}</span>
            <span>
              {minute(row.createDate)} {row.by}
            </span>
            <span className={row.uses === 0 ? 'media-uses none' : 'media-uses'}>
              {usesOf(row)}
              {!isFilm(row.type) && row.alt === '' && ' · 缺少替代文字'}
            </span>
          </div>
          {onSelect && row.uses === 0 && (
            <label className="pick">
              <input type="checkbox" checked={selected.has(row.mediaId)} aria-label={`选择：${row.name}`} onChange={() => toggle(row.mediaId)} />
            </label>
          )}
        </li>
      ))}
    </ul>
  )
}

function Thumbnail({ row }: { row: MediaRow }): ReactNode {
  const src = thumbnailOf(row)
  const [failed, setFailed] = useState('')
  const film = isFilm(row.type)
  const shown = src !== undefined && !row.missing && failed !== src
  return (
    <span className="media-thumbnail">
      {shown ? <img src={src} alt={row.alt} loading="lazy" decoding="async" onError={() => setFailed(src)} /> : <AdminIcon name={film ? 'play' : 'image'} />}
      {row.missing && <span className="media-mark bad">文件缺失</span>}
      {film && !row.missing && <span className="media-mark">视频{row.seconds !== undefined && ` ${durationOf(row.seconds)}`}</span>}
    </span>
  )
}

/** Not shared with other screens: a shared module would be one more file for the first screen to load. */
export const Loading = (): ReactNode => (
  <p className="data-empty media-loading" role="status">
    正在加载…
  </p>
)
