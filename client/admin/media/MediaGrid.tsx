import { type ReactNode, useState } from 'react'
import { isStarterFile, lacksAlt, type MediaRow } from '../../../contract/media/media.ts'
import { documentFacts } from '../../../contract/media/documents.ts'
import { categoryOf } from '../../../contract/media/mediaTypes.ts'
import type { ListView, Words } from '../list/list.ts'
import { minute } from '../list/cells.tsx'
import { AdminIcon } from '../ui/buttons.tsx'
import { EmptyState, StaleNote, toggled } from '../ui/DataTable.tsx'
import { durationOf, isDeletable, sizeOf, pictureOf, usesOf } from './mediaRow.ts'

interface Props {
  list: Pick<ListView<MediaRow, Words>, 'rows' | 'state' | 'error' | 'filtered' | 'selected'>
  /** What to say when there is nothing at all. */
  empty: string
  onOpen(row: MediaRow): void
  /** Only unused media can be selected. */
  onSelect?(ids: ReadonlySet<string>): void
  onRetry: (() => void) | undefined
  onReset(): void
}

export function MediaGrid({ list, empty, onOpen, onSelect, onRetry, onReset }: Props) {
  const { rows, state, error, filtered, selected } = list
  const toggle = (id: string): void => onSelect?.(toggled(selected, id))
  return (
    <div className="media-list" role="group" aria-label="素材列表" tabIndex={-1}>
      {state === 'failed' && rows.length > 0 && <StaleNote error={error} onRetry={onRetry} />}
      {rows.length > 0 && (
        <ul className="media-grid tiles" aria-busy={state === 'loading'}>
          {rows.map((row) => (
            <Card
              key={row.mediaId}
              row={row}
              picked={selected.has(row.mediaId)}
              onOpen={onOpen}
              onPick={onSelect && isDeletable(row) ? toggle : undefined}
            />
          ))}
        </ul>
      )}
      {rows.length === 0 &&
        (state === 'loading' ? (
          <Loading />
        ) : (
          <EmptyState {...{ state, error, empty, onRetry }} onReset={filtered ? onReset : undefined} />
        ))}
    </div>
  )
}

interface CardProps {
  row: MediaRow
  picked: boolean
  onOpen(row: MediaRow): void
  /** It is undefined if the card cannot be selected. */
  onPick: ((id: string) => void) | undefined
}

function Card({ row, picked, onOpen, onPick }: CardProps) {
  return (
    <li className={picked ? 'media-card boxed clipped picked' : 'media-card boxed clipped'}>
      <Thumbnail row={row} />
      <div className="media-caption stack small muted digits">
        <button type="button" className="media-open strong clamped" title={row.name} onClick={() => onOpen(row)}>
          {row.name}
        </button>
        <span className="clamped">{sizeOf(row)}</span>
        <span className="clamped">
          {isStarterFile(row.address) ? (
            '随程序提供'
          ) : (
            <>
              {minute(row.createDate)} {row.by}
            </>
          )}
        </span>
        <span className="clamped">
          <span className={row.uses === 0 ? undefined : 'good'}>{usesOf(row)}</span>
          {lacksAlt(row) && ' · 缺少替代文字'}
        </span>
      </div>
      {onPick && (
        <label className="pick center">
          <input
            type="checkbox"
            checked={picked}
            aria-label={`选择：${row.name}`}
            onChange={() => onPick(row.mediaId)}
          />
        </label>
      )}
    </li>
  )
}

const typeIcons = { picture: 'image', film: 'play', document: 'document' } as const

function Thumbnail({ row }: { row: MediaRow }): ReactNode {
  const src = pictureOf(row)
  const [failed, setFailed] = useState('')
  const category = categoryOf(row.type)
  const hasPicture = src !== undefined && !row.missing && failed !== src
  return (
    <span className="media-thumbnail">
      {hasPicture ? (
        <img src={src} alt={row.alt} loading="lazy" decoding="async" onError={() => setFailed(src)} />
      ) : (
        <AdminIcon name={typeIcons[category]} />
      )}
      {category !== 'document' && isStarterFile(row.address) && <span className="media-mark tiny">示例</span>}
      {row.missing && <span className="media-mark tiny digits bad">文件缺失</span>}
      {category === 'document' && !row.missing && (
        <span className="media-mark tiny">
          {isStarterFile(row.address) && '示例 · '}
          {documentFacts(row.address, undefined)}
        </span>
      )}
      {category === 'film' && !row.missing && (
        <span className="media-mark tiny digits">视频{row.seconds !== undefined && ` ${durationOf(row.seconds)}`}</span>
      )}
    </span>
  )
}

export const Loading = (): ReactNode => (
  <p className="data-empty message media-loading" role="status">
    正在加载…
  </p>
)
