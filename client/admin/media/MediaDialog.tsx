import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { adminScreens, isKind, recordPath, recordScreens, settingsGroupPath } from '../../../contract/adminPaths.ts'
import { siteUpdatePermission } from '../../../contract/entities.ts'
import { isFilm, isReplaceable, type MediaDetail, type MediaPlace } from '../../../contract/media.ts'
import { messages } from '../../../contract/rules.ts'
import { api } from '../api.ts'
import { ConflictDialog } from '../forms/ConflictDialog.tsx'
import { DraftBar, toastDiscarded, toastGivenUp } from '../forms/DraftBar.tsx'
import type { Draft } from '../forms/drafts.ts'
import { messageOf } from '../forms/form.ts'
import { FormFailed } from '../forms/FormFailed.tsx'
import { mergeMessage, useSaveKey } from '../forms/RecordDialog.tsx'
import type { Opened } from '../forms/record.ts'
import { useForm } from '../forms/useForm.ts'
import { nameOr } from '../lists/cells.tsx'
import { may } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { TextArea } from '../ui/TextArea.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast, withdrawUndo } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { FocusField } from './FocusField.tsx'
import { Loading } from './MediaGrid.tsx'
import { focusText, mediaDisplay, mediaFormOf, type MediaValues, parseFocus } from './mediaForm.ts'
import { durationOf, sizeOf } from './mediaRow.ts'
import { openPicker } from './MediaPicker.tsx'
import { Poster } from './Poster.tsx'

interface Props {
  opened: Opened
  onClose(): void
  /** The list must be loaded again. */
  onChanged(): void
  /** It was deleted. */
  onRemoved(): void
  /** Opens another one, or this one again with the draft that was given up. */
  onOpen(id: string, resume?: Draft): void
}

const failed = '操作失败，请稍后重试'

/** One picture or film: its preview, its name and text, and where it is used. Long because each of its buttons makes its own call. */
export function MediaDialog({ opened: { id, resume }, onClose, onChanged, onRemoved, onOpen }: Props) {
  const [media, setMedia] = useState<MediaDetail>()
  const [failure, setFailure] = useState('')
  const film = useRef<HTMLVideoElement>(null)
  const element = useRef<HTMLFormElement>(null)
  const [locked, run] = useRepeatGuard()
  const form = useForm<MediaValues>(adminScreens.media, { ...mediaFormOf(id, setMedia), resume })
  const { phase, message, values, saving, dirty, draft, conflict } = form
  const blocked = phase !== 'ready' || draft !== undefined || saving
  const at = form.at(mediaDisplay, blocked)
  useEffect(withdrawUndo, [dirty])

  const replaceable = media?.places.filter(isReplaceable).length ?? 0
  /** Asks first if something is unsaved. */
  const leave = async (then: () => void): Promise<void> => {
    if (saving || (dirty && !(await confirm('有未保存的修改，确定关闭吗？', { ok: '放弃修改', cancel: '继续编辑' })))) return
    const givenUp = dirty && form.giveUp()
    then()
    if (givenUp) toastGivenUp(givenUp, () => onOpen(id, givenUp.draft))
  }
  const finish = async (saved: Promise<boolean>): Promise<void> => {
    if (!(await saved)) return void setTimeout(() => element.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
    toast(messages.modified)
    for (const merge of form.merges()) toast(mergeMessage(merge, mediaDisplay), 'info')
    onChanged()
    onClose()
  }
  const discardDraft = (): void => {
    const discarded = form.discardDraft()
    if (discarded) toastDiscarded(discarded, () => (element.current ? form.restore(discarded.draft) : onOpen(id, discarded.draft)))
  }
  const remove = async (): Promise<void> => {
    if (!(await confirm(`是否确认删除“${media?.name}”？删除后不能恢复。`, { ok: '删除' }))) return
    try {
      await api('mediaDelete', { mediaIds: [id] })
      // Otherwise its draft would count as unsaved work.
      form.giveUp()
      toast(messages.deleted)
      onRemoved()
    } catch (cause) {
      setFailure(messageOf(cause, failed))
    }
  }
  const change = async (work: () => Promise<string>): Promise<void> => {
    try {
      toast(await work())
      setFailure('')
      setMedia(await api('mediaDetail', { mediaId: id }))
      onChanged()
    } catch (cause) {
      setFailure(messageOf(cause, failed))
    }
  }
  const replace = async (): Promise<void> => {
    if (!media) return
    const other = await openPicker(isFilm(media.type) ? 'film' : 'picture')
    const question = `把 ${replaceable} 处使用的“${media.name}”都换成“${other?.name}”？${replaceable < media.uses ? historyNote : ''}`
    if (!other || other.mediaId === id || !(await confirm(question, { title: '替换', ok: '全部替换' }))) return
    await change(async () => `已在 ${(await api('mediaReplace', { mediaId: id, replacement: other.mediaId })).places} 处替换`)
  }
  const setPoster = (poster: string): Promise<void> =>
    change(async () => {
      await api('mediaUpdate', { mediaId: id, poster })
      return poster === '' ? '已移除封面' : '已设置封面'
    })
  const save = (): void => {
    if (!blocked) run(() => finish(form.save()))
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    save()
  }
  useSaveKey(element, save)

  return (
    <>
      <Modal
        title={media && isFilm(media.type) ? '视频详情' : '图片详情'} width="60rem" open busy={saving} onClose={() => void leave(onClose)}
        footer={
          media && (
            <>
              <button type="button" className="button bad media-delete" aria-disabled={locked} onClick={() => run(remove)}>
                <AdminIcon name="trash" />
                删除
              </button>
              {replaceable > 0 && (
                <button type="button" className="button" aria-disabled={locked} onClick={() => run(replace)}>
                  <AdminIcon name="refresh" />
                  替换
                </button>
              )}
              <button type="button" className="button" disabled={saving} onClick={() => void leave(onClose)}>
                取消
              </button>
              <button type="submit" form="media-form" className="button primary" aria-disabled={locked || blocked} aria-busy={saving}>
                {saving ? '保存中…' : '保存'}
              </button>
            </>
          )
        }
      >
        {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={discardDraft} />}
        {(message || failure) !== '' && <FormFailed message={message || failure} onRetry={phase === 'failed' ? () => void form.open() : undefined} />}
        {!media && phase === 'loading' && <Loading />}
        {media && (
          <div className="media-detail">
            <div className="media-preview">
              {isFilm(media.type) || media.missing ? <FilmPreview media={media} film={film} /> : <FocusField media={media} focus={parseFocus(values.focus)} onChange={(focus) => !blocked && form.set('focus', focusText(focus))} />}
              {isFilm(media.type) && <Poster film={film} name={media.name} poster={media.poster ?? ''} onChange={setPoster} />}
            </div>
            <div>
              <form id="media-form" ref={element} noValidate onSubmit={onSubmit}>
                <TextField {...at('name')} />
                <TextArea {...at('alt')} rows={2} hint="写画面里有什么，网页上读给看不见图片的人听" />
              </form>
              <Facts media={media} />
              <Places places={media.places} onOpen={(other) => void leave(() => onOpen(other))} />
            </div>
          </div>
        )}
      </Modal>
      {conflict && <ConflictDialog {...{ conflict, display: mediaDisplay, mine: values }} onCancel={form.closeConflict} onResolve={(mine) => void finish(form.resolveConflict(mine))} />}
    </>
  )
}

function FilmPreview({ media: { address, poster, missing, width, height }, film }: { media: MediaDetail; film: RefObject<HTMLVideoElement | null> }): ReactNode {
  if (missing) return <p className="media-frame none">文件缺失：可能已从服务器上被移走</p>
  return <video ref={film} className="media-frame" src={address} poster={poster} width={width} height={height} controls preload="metadata" />
}

function Facts({ media }: { media: MediaDetail }) {
  const { createDate, by, seconds, address } = media
  const facts = [
    ['尺寸和大小', sizeOf(media)],
    ...(seconds === undefined ? [] : [['时长', durationOf(seconds)] as const]),
    ['上传时间', createDate],
    ['上传人', by || '—'],
    ['地址', <a href={address} target="_blank" rel="noreferrer">{address}</a>],
  ] as const
  return (
    <dl className="media-facts">
      {facts.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}

const historyNote = '历史版本保留原样，不会替换。'

function Places({ places, onOpen }: { places: readonly MediaPlace[]; onOpen(id: string): void }) {
  return (
    <section className="media-places" aria-labelledby="media-places">
      <h3 id="media-places">使用位置{places.length > 0 && `（${places.length}）`}</h3>
      {places.length === 0 && <p>没有地方使用它</p>}
      <ul>
        {places.map((place, index) => (
          <li key={index}>
            <PlaceName place={place} onOpen={onOpen} />
            <span>{place.field}</span>
          </li>
        ))}
      </ul>
      {!places.every(isReplaceable) && <p>{historyNote}</p>}
    </section>
  )
}

function PlaceName({ place, onOpen }: { place: MediaPlace; onOpen(id: string): void }): ReactNode {
  const { kind, id, title } = place
  const noun = kind === 'media' ? '视频' : isKind(kind) ? recordScreens[kind].noun : undefined
  const text = noun === undefined ? title : `${noun}：${nameOr(title)}`
  if (kind === 'media')
    return (
      <button type="button" className="link" onClick={() => onOpen(id)}>
        {text}
      </button>
    )
  const address = addressOf(place)
  return address === undefined ? (
    <b>{text}</b>
  ) : (
    <a className="link" href={address} target="_blank" rel="noreferrer">
      {text}
    </a>
  )
}

/** Where the place can be edited; undefined without the permission. */
function addressOf({ kind, id, group = '' }: MediaPlace): string | undefined {
  if (kind === 'site' || kind === 'notice') return may(siteUpdatePermission) ? settingsGroupPath(group) : undefined
  if (kind === 'item') return adminScreens.profile
  return isKind(kind) ? recordPath(kind, id) : undefined
}
