import { useRef, useState } from 'react'
import { isReplaceable, type MediaDetail } from '../../../contract/media.ts'
import { categoryNames, categoryOf } from '../../../contract/mediaTypes.ts'
import { isStarterPicture } from '../../../contract/pictureName.ts'
import { messages } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { DraftBar } from '../form/DraftBar.tsx'
import { FormFailed } from '../form/FormFailed.tsx'
import { FormFooter } from '../form/FormFooter.tsx'
import type { Opened } from '../form/record.ts'
import { useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { FocusField } from './FocusField.tsx'
import { DocumentPreview, KnownFacts, FilmPreview, historyNote, Places } from './MediaFacts.tsx'
import { focusText, mediaDisplay, mediaFormOf, parseFocus } from './mediaForm.ts'
import { Loading } from './MediaGrid.tsx'
import { openPicker } from './MediaPicker.tsx'
import { Poster } from './Poster.tsx'

interface Props {
  /** The one that it was opened on. */
  screen: string
  opened: Opened
  onClose(): void
  /** The list must be loaded again. */
  onChanged(): void
  onRemoved(): void
  onOpen(id: string): void
}

/** One picture, film or document: its preview, its name and text, and where it is used. */
export function MediaDialog({ screen, opened: { id }, onClose, onChanged, onRemoved, onOpen }: Props) {
  const [media, setMedia] = useState<MediaDetail>()
  const element = useRef<HTMLFormElement>(null)
  const film = useRef<HTMLVideoElement>(null)
  const form = useForm(screen, 'media', mediaFormOf(id, setMedia))
  const { phase, values, saving, draft } = form
  const disabled = phase !== 'ready' || draft !== undefined || saving
  const { locked, handlers, leave, discardDraft, conflictDialog } = useFormActions({
    form, element, display: mediaDisplay, disabled, dialog: { onClose },
    onSaved: () => void onChanged(),
  })
  const [busy, run] = useRepeatGuard()
  const { failure, remove, replace, setPoster } = useMediaActions(id, media, setMedia, onChanged)
  const end = (): void => {
    // Otherwise its draft would count as unsaved work.
    form.drop()
    form.end()
  }
  const onRemove = async (): Promise<void> => {
    if (!(await remove())) return
    end()
    onRemoved()
  }
  const onReplace = (): Promise<void> =>
    replace((other) => {
      end()
      onOpen(other)
    })
  const category = media ? categoryOf(media.type) : 'picture'
  const replaceable = media?.places.some(isReplaceable) ?? false
  const isLocked = locked || busy
  const message = form.message || failure
  const field = form.fields(mediaDisplay, disabled)

  const footer = media && (
    <FormFooter {...{ form }} formId="media-form" label="保存" disabled={isLocked || disabled} onLeave={() => void leave()}>
      {!isStarterPicture(media.address) && (
        <Button kind="bad" className="media-delete" icon="trash" aria-disabled={isLocked} onClick={() => run(onRemove)}>删除</Button>
      )}
      {replaceable && <Button icon="refresh" aria-disabled={isLocked} onClick={() => run(onReplace)}>替换</Button>}
    </FormFooter>
  )
  return (
    <>
      <Modal
        title={`${categoryNames[category]}详情`} width="60rem" open busy={saving} onClose={() => void leave()} footer={footer}
      >
        {draft && <DraftBar draft={draft} onRestore={() => form.restore(draft)} onDiscard={discardDraft} />}
        {message !== '' && (
          <FormFailed message={message} onRetry={phase === 'failed' && !form.refused ? () => void form.open() : undefined} />
        )}
        {!media && phase === 'loading' && <Loading />}
        {media && (
          <div className="media-detail">
            <div className="stack loose">
              {category === 'document' && !media.missing ? (
                <DocumentPreview media={media} />
              ) : category === 'film' || media.missing ? (
                <FilmPreview media={media} film={film} />
              ) : (
                <FocusField
                  media={media} focus={parseFocus(values['focus'] ?? '')}
                  onChange={(focus) => !disabled && form.set('focus', focusText(focus))}
                />
              )}
              {category === 'film' && <Poster film={film} media={media} onChange={setPoster} />}
            </div>
            <div>
              <form id="media-form" ref={element} noValidate {...handlers}>
                <TextField {...field('name')} />
                {category !== 'document' && <TextArea {...field('alt')} rows={2} hint="写画面里有什么，网页上读给看不见图片的人听" />}
                {category === 'film' && (
                  <TextArea {...field('captions')} rows={4} placeholder="WEBVTT" hint="把字幕文件（.vtt）的内容粘贴到这里；没有就留空" />
                )}
              </form>
              <KnownFacts media={media} />
              <Places places={media.places} onOpen={(other) => void leave(() => onOpen(other))} />
            </div>
          </div>
        )}
      </Modal>
      {conflictDialog}
    </>
  )
}

const failed = '操作失败，请稍后重试'

/** What is done to it at once, without saving the form. */
function useMediaActions(id: string, media: MediaDetail | undefined, setMedia: (media: MediaDetail) => void, onChanged: () => void) {
  const [failure, setFailure] = useState('')

  const reload = async (): Promise<void> => setMedia(await api('mediaDetail', { mediaId: id }))
  async function change(work: () => Promise<string>, then = reload): Promise<void> {
    try {
      toast(await work())
      setFailure('')
      await then()
      onChanged()
    } catch (cause) {
      setFailure(messageOf(cause, failed))
    }
  }
  return {
    failure,
    /** Returns whether it was deleted. */
    async remove(): Promise<boolean> {
      if (!(await confirm(`是否确认删除“${media?.name}”？删除后不能恢复。`, { ok: '删除' }))) return false
      try {
        await api('mediaDelete', { mediaIds: [id] })
        toast(messages.deleted)
        return true
      } catch (cause) {
        setFailure(messageOf(cause, failed))
        return false
      }
    },
    /** `onGone` gets the new one where the old one is in the library no more. */
    async replace(onGone: (other: string) => void): Promise<void> {
      if (!media) return
      const { type, name, places, uses } = media
      const replaceable = places.filter(isReplaceable).length
      const other = await openPicker(categoryOf(type))
      const question = `把 ${replaceable} 处使用的“${name}”都换成“${other?.name}”？${replaceable < uses ? historyNote : ''}`
      if (!other || other.mediaId === id || !(await confirm(question, { title: '替换', ok: '全部替换' }))) return
      const work = async (): Promise<string> =>
        `已在 ${(await api('mediaReplace', { mediaId: id, replacement: other.mediaId })).places} 处替换`
      // One of the program's is there only while it is used.
      await change(work, isStarterPicture(media.address) ? async () => onGone(other.mediaId) : undefined)
    },
    setPoster: (poster: string): Promise<void> =>
      change(async () => {
        await api('mediaUpdate', { mediaId: id, poster })
        return poster === '' ? '已移除封面' : '已设置封面'
      }),
  }
}
