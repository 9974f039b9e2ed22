import type { ReactNode, RefObject } from 'react'
import { settingsGroupPath } from '../../../contract/calls/adminPaths.ts'
import { isKind, recordPath } from '../../../contract/kinds/kinds.ts'
import {
  isReplaceable,
  isStarterFile,
  type MediaDetail,
  type MediaPlace,
  placeNoun,
} from '../../../contract/media/media.ts'
import { documentFacts } from '../../../contract/media/documents.ts'
import { categoryOf } from '../../../contract/media/mediaTypes.ts'
import { Facts } from '../ui/sheets.tsx'
import { nameOr } from '../list/cells.tsx'
import { mayOpenGroup } from '../session/session.ts'
import { AdminIcon, LinkButton } from '../ui/buttons.tsx'
import { durationOf, sizeOf } from './mediaRow.ts'

interface FilmProps {
  media: MediaDetail
  film: RefObject<HTMLVideoElement | null>
}

export function FilmPreview({ media: { address, poster, missing, width, height }, film }: FilmProps): ReactNode {
  if (missing) return <p className="media-frame boxed none">文件缺失：可能已从服务器上被移走</p>
  return (
    <video
      ref={film}
      className="media-frame boxed"
      src={address}
      poster={poster}
      width={width}
      height={height}
      controls
      preload="metadata"
    />
  )
}

export function DocumentPreview({ media: { address, name } }: { media: MediaDetail }): ReactNode {
  const facts = documentFacts(address, undefined)
  return (
    <a
      className="media-frame boxed document-preview center"
      href={address}
      target="_blank"
      rel="noreferrer"
      aria-label={`${facts}，打开：${name}`}
    >
      <AdminIcon name="document" />
      {facts}
    </a>
  )
}

export function KnownFacts({ media }: { media: MediaDetail }) {
  const { createDate, by, seconds, address } = media
  const facts = [
    [categoryOf(media.type) === 'document' ? '类型和大小' : '尺寸和大小', sizeOf(media)],
    ...(seconds === undefined ? [] : [['时长', durationOf(seconds)] as const]),
    ...(isStarterFile(address)
      ? [['来源', '示例，随程序提供'] as const]
      : ([
          ['上传时间', createDate],
          ['上传人', by || '—'],
        ] as const)),
    [
      '地址',
      <a href={address} target="_blank" rel="noreferrer">
        {address}
      </a>,
    ],
  ] as const
  return <Facts className="media-facts stack tight" facts={facts} />
}

export const historyNote = '历史版本和回收站里的内容保留原样，不会替换。'

export function Places({ places, onOpen }: { places: readonly MediaPlace[]; onOpen(id: string): void }) {
  return (
    <section className="media-places" aria-labelledby="media-places">
      <h3 id="media-places">使用位置{places.length > 0 && `（${places.length}）`}</h3>
      {places.length === 0 && <p className="muted">没有地方使用它</p>}
      <ul>
        {places.map((place, index) => (
          <li key={index} className="row">
            <PlaceName place={place} onOpen={onOpen} />
            <span className="muted">{place.field}</span>
          </li>
        ))}
      </ul>
      {!places.every(isReplaceable) && <p className="muted">{historyNote}</p>}
    </section>
  )
}

function PlaceName({ place, onOpen }: { place: MediaPlace; onOpen(id: string): void }): ReactNode {
  const { kind, id, title } = place
  const noun = placeNoun(place)
  const text = noun === undefined ? title : `${noun}：${nameOr(title)}`
  if (kind === 'media')
    return (
      <LinkButton className="clamped" onClick={() => onOpen(id)}>
        {text}
      </LinkButton>
    )
  const address = editAddress(place)
  return address === undefined ? (
    <b className="clamped">{text}</b>
  ) : (
    <a className="link clamped" href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

/** Where the place can be edited; undefined in the trash, and without the permission. */
function editAddress({ kind, id, group = '', state }: MediaPlace): string | undefined {
  if (state === 'deleted') return undefined
  if (kind === 'site' || kind === 'notice') return mayOpenGroup(group) ? settingsGroupPath(group) : undefined
  return isKind(kind) ? recordPath(kind, id) : undefined
}
