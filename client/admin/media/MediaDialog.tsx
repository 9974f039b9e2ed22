import { type RefObject, useRef, useState } from 'react'
import { mediaPath } from '../../../contract/calls/adminPaths.ts'
import { isReplaceable, isStarterFile, type MediaDetail } from '../../../contract/media/media.ts'
import { textIn } from '../../../contract/kinds/merge.ts'
import { categoryNames, categoryOf } from '../../../contract/media/mediaTypes.ts'
import { type Focus, mediaForm, messages } from '../../../contract/calls/rules.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import type { Upload } from '../../lib/uploads.ts'
import { navigate } from '../ui/navigation.ts'
import { api } from '../session/api.ts'
import { FormFailed, FormFooter, FormNotes } from '../form/FormFooter.tsx'
import type { FormOptions } from '../form/formState.ts'
import { type Display, draftsFor, formName, type Opened } from '../form/record.ts'
import { cropForSharing, pictures } from '../form/senders.ts'
import { returnDraft } from '../form/unfinished.ts'
import { uploads } from '../form/uploads.ts'
import { type UsedForm, useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { choose, confirm } from '../ui/confirm.tsx'
import { TextArea, TextField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { attempt, toast, type ToastAction } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { canCrop, openCropper } from './CropDialog.tsx'
import { describeCrop } from './describeCrop.ts'
import { centre, FocusField } from './FocusField.tsx'
import { DocumentPreview, FilmPreview, historyNote, KnownFacts, Places } from './MediaFacts.tsx'
import { Loading } from './MediaGrid.tsx'
import { openPicker } from './MediaPicker.tsx'

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
export function MediaDialog(props: Props) {
  const {
    screen,
    opened: { id },
    onClose,
    onChanged,
    onOpen,
  } = props
  const [media, setMedia] = useState<MediaDetail>()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm(screen, 'media', mediaFormOf(id, setMedia))
  const { phase, saving, draft } = form
  const disabled = phase !== 'ready' || draft !== undefined || saving
  const { locked, handlers, leave, discardDraft, conflictDialog } = useFormActions({
    form,
    element,
    display: mediaDisplay,
    disabled,
    dialog: {
      onClose,
      onReopen(given) {
        returnDraft(form.name, given)
        navigate(mediaPath(id))
      },
    },
    onSaved: () => void onChanged(),
  })
  const [busy, run] = useRepeatGuard()
  const { failure, remove, replace, crop, setPoster } = useMediaActions(props, form, media, setMedia)
  const category = media ? categoryOf(media.type) : 'picture'
  const replaceable = media?.places.some(isReplaceable) ?? false
  const isLocked = locked || busy
  const openCrop = async (): Promise<void> => {
    const cropped = await crop()
    if (cropped !== undefined) await leave(() => onOpen(cropped))
  }
  const message = form.message || failure
  const field = form.fields(mediaDisplay, disabled)

  const footer = media && (
    <FormFooter
      {...{ form }}
      formId="media-form"
      label="保存"
      disabled={isLocked || disabled}
      onLeave={() => void leave()}
    >
      {!isStarterFile(media.address) && (
        <Button kind="bad" className="media-delete" icon="trash" aria-disabled={isLocked} onClick={() => run(remove)}>
          删除
        </Button>
      )}
      {replaceable && (
        <Button icon="refresh" aria-disabled={isLocked} onClick={() => run(replace)}>
          替换
        </Button>
      )}
    </FormFooter>
  )
  return (
    <>
      <Modal
        title={`${categoryNames[category]}详情`}
        width="60rem"
        open
        busy={saving}
        onClose={() => void leave()}
        footer={footer}
      >
        <FormNotes form={form} onDiscard={discardDraft} />
        {phase !== 'failed' && <FormFailed message={message} />}
        {!media && phase === 'loading' && <Loading />}
        {media && (
          <div className="media-detail">
            <div className="stack loose">
              <Preview
                media={media}
                form={form}
                disabled={disabled}
                onPoster={setPoster}
                onCrop={() => run(openCrop)}
              />
            </div>
            <div>
              <form id="media-form" ref={element} noValidate {...handlers}>
                <TextField {...field('name')} />
                {category !== 'document' && (
                  <TextArea {...field('alt')} rows={2} hint="写画面里有什么，网页上读给看不见图片的人听" />
                )}
                {category === 'film' && (
                  <TextArea
                    {...field('captions')}
                    rows={4}
                    placeholder="WEBVTT"
                    hint="把字幕文件（.vtt）的内容粘贴到这里；没有就留空"
                  />
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

interface PreviewProps {
  media: MediaDetail
  form: Pick<UsedForm, 'values' | 'set'>
  disabled: boolean
  onPoster(poster: string): Promise<void>
  onCrop(): void
}

/** The document, the film with its poster, or the picture with the point that is kept when it is cropped. */
function Preview({ media, form, disabled, onPoster, onCrop }: PreviewProps) {
  const film = useRef<HTMLVideoElement>(null)
  const category = categoryOf(media.type)
  if (category === 'film') {
    return (
      <>
        <FilmPreview media={media} film={film} />
        <Poster film={film} media={media} onChange={onPoster} />
      </>
    )
  }
  if (media.missing) return <FilmPreview media={media} film={film} />
  if (category === 'document') return <DocumentPreview media={media} />
  return (
    <FocusField
      media={media}
      focus={parseFocus(textIn(form.values, 'focus'))}
      onChange={(focus) => !disabled && form.set('focus', focusText(focus))}
      onCrop={canCrop(media.address) && !disabled ? onCrop : undefined}
    />
  )
}

const failed = '操作失败，请稍后重试'

/** What is done to it at once, without saving the form. */
function useMediaActions(
  { opened: { id }, onChanged, onRemoved, onOpen }: Props,
  form: UsedForm,
  media: MediaDetail | undefined,
  setMedia: (media: MediaDetail) => void,
) {
  const [failure, setFailure] = useState('')

  const endForm = (): void => {
    // Otherwise its draft would count as unsaved work.
    form.drop()
    form.end()
  }
  const reload = async (): Promise<void> => setMedia(await api('mediaDetail', { mediaId: id }))
  const putBack = (replacement: string): Promise<void> =>
    attempt(async () => {
      await api('mediaReplace', { mediaId: replacement, replacement: id })
      toast(media && categoryOf(media.type) === 'picture' ? '已换回原图' : messages.restored)
      onChanged()
    }, failed)
  const wayBack = (replacement: string): ToastAction => ({ undo: () => void putBack(replacement), anywhere: true })
  async function change(work: () => Promise<string>, then = reload, undo?: ToastAction): Promise<void> {
    try {
      toast(await work(), 'good', undo)
      setFailure('')
      await then()
      onChanged()
    } catch (cause) {
      setFailure(messageOf(cause, failed))
    }
  }
  const replaceWith = async (replacement: string): Promise<void> => {
    const { places } = await api('mediaReplace', { mediaId: id, replacement })
    toast(`已在 ${places} 处替换`, 'good', wayBack(replacement))
    onChanged()
  }
  return {
    failure,
    async remove(): Promise<void> {
      if (!(await confirm(`是否确认删除“${media?.name}”？删除后不能恢复。`, { ok: '删除' }))) return
      try {
        await api('mediaDelete', { mediaIds: [id] })
        toast(messages.deleted)
        endForm()
        onRemoved()
      } catch (cause) {
        setFailure(messageOf(cause, failed))
      }
    },
    async replace(): Promise<void> {
      if (!media) return
      const { type, name, places, uses } = media
      const replaceable = places.filter(isReplaceable).length
      const other = await openPicker(categoryOf(type))
      const question = `把 ${replaceable} 处使用的“${name}”都换成“${other?.name}”？${replaceable < uses ? historyNote : ''}`
      if (!other || other.mediaId === id || !(await confirm(question, { title: '替换', ok: '全部替换' }))) return
      const isStarter = isStarterFile(media.address)
      const { uses: usesBefore } = await api('mediaDetail', { mediaId: other.mediaId })
      // Where the other was used before, the way back would take it from there, too; one of the program's is gone.
      const undo = usesBefore === 0 && !isStarter ? wayBack(other.mediaId) : undefined
      const work = async (): Promise<string> =>
        `已在 ${(await api('mediaReplace', { mediaId: id, replacement: other.mediaId })).places} 处替换`
      // One of the program's is there only while it is used.
      const openOther = async (): Promise<void> => {
        endForm()
        onOpen(other.mediaId)
      }
      await change(work, isStarter ? openOther : undefined, undo)
    },
    /** Returns the id of the new picture. */
    async crop(): Promise<string | undefined> {
      if (!media) return undefined
      const { address, name, places, uses } = media
      const file = await openCropper({ address, name: name.replace(/\.\w+$/, '') })
      if (!file) return undefined
      try {
        const cropped = await describeCrop(address, await upload(id, file))
        setFailure('')
        onChanged()
        const replaceable = places.filter(isReplaceable).length
        const question = `已存为一张新图片，原图还在。把 ${replaceable} 处使用的“${name}”都换成新的？${replaceable < uses ? historyNote : ''}`
        const answer = { title: '裁切', ok: '全部替换', cancel: '先不替换' }
        if (replaceable > 0 && (await choose(question, answer))) await replaceWith(cropped)
        else toast('已存为一张新图片')
        return cropped
      } catch (cause) {
        setFailure(messageOf(cause, failed))
        return undefined
      }
    },
    setPoster: (poster: string): Promise<void> =>
      change(async () => {
        await api('mediaUpdate', { mediaId: id, poster })
        return poster === '' ? '已移除封面' : '已设置封面'
      }),
  }
}

/** Rounds to tenths, which is what pages distinguish. */
const focusText = ({ x, y }: Focus): string => `${Math.round(x / 10) * 10}, ${Math.round(y / 10) * 10}`
const parseFocus = (text: string): Focus => {
  const [x = centre.x, y = centre.y] = text === '' ? [] : text.split(',').map(Number)
  return { x, y }
}

const mediaDisplay: Display = {
  name: { label: '名称' },
  alt: { label: '替代文字' },
  captions: { label: '字幕' },
  focus: { label: '裁切焦点（横向、纵向，%）' },
}

/** `onLoaded` gets what is shown around the form. */
const mediaFormOf = (id: string, onLoaded: (media: MediaDetail) => void): FormOptions => ({
  name: formName('media', id),
  empty: { name: '', alt: '', focus: '', captions: '' },
  rules: { name: mediaForm.name, alt: mediaForm.alt, captions: mediaForm.captions },
  id,
  async load(_id, signal) {
    const media = await api('mediaDetail', { mediaId: id }, signal)
    onLoaded(media)
    const values = {
      name: media.name,
      alt: media.alt,
      focus: focusText(media.focus ?? centre),
      captions: media.captions ?? '',
    }
    return { values, version: media.version }
  },
  update: async (_id, { focus, ...texts }, { version }) => {
    const moved = focus === undefined ? {} : await cropAround(id, parseFocus(String(focus)))
    return api('mediaUpdate', { mediaId: id, ...texts, ...moved, ...(version !== undefined && { basedOn: version }) })
  },
  drafts: draftsFor('media', id),
})

/** A moved focus, with what shared links show around it. */
async function cropAround(mediaId: string, focus: Focus) {
  const { address, poster = '' } = await api('mediaDetail', { mediaId })
  const crop = await cropForSharing(address, focus)
  return { focus, ...(crop !== poster && { poster: crop }) }
}

interface PosterProps {
  film: RefObject<HTMLVideoElement | null>
  media: MediaDetail
  onChange(poster: string): Promise<void>
}

/** The picture of a film before it plays: its current frame, or one of the library. */
function Poster({ film, media: { mediaId, name, poster = '' }, onChange }: PosterProps) {
  const [locked, run] = useRepeatGuard()
  const [failure, setFailure] = useState('')

  const change = (address: () => Promise<string | undefined>) => (): void =>
    run(async () => {
      setFailure('')
      try {
        const chosen = await address()
        if (chosen !== undefined) await onChange(chosen)
      } catch (cause) {
        setFailure(messageOf(cause, '这个浏览器取不出画面，请换一个浏览器，或从素材库选择'))
      }
    })
  const frame = change(async () => upload(mediaId, await frameOf(film.current, name)))
  const picked = change(async () => (await openPicker('picture'))?.address)
  return (
    <section className="media-poster row wraps muted" role="group" aria-label="封面">
      {poster === '' ? (
        <p>还没有封面。把视频播放到合适的画面，再设为封面</p>
      ) : (
        <img src={poster} className="boxed" alt="当前封面" />
      )}
      <div>
        <LinkButton aria-disabled={locked} onClick={frame}>
          把当前画面设为封面
        </LinkButton>
        <LinkButton aria-disabled={locked} onClick={picked}>
          从素材库选择
        </LinkButton>
        {poster !== '' && (
          <LinkButton bad aria-disabled={locked} onClick={change(() => Promise.resolve(''))}>
            移除封面
          </LinkButton>
        )}
      </div>
      {failure !== '' && (
        <p className="bad" role="alert">
          {failure}
        </p>
      )}
    </section>
  )
}

/** Goes on when the dialog is closed. */
async function upload(mediaId: string, file: File): Promise<string> {
  const { id, state, address, error } = await new Promise<Upload>((resolve) => {
    uploads.add({ form: `poster/${mediaId}`, field: '', sender: pictures('media') }, file, resolve)
  })
  uploads.remove(id)
  if (state === 'failed') throw new CallError(0, error)
  return address
}

async function frameOf(film: HTMLVideoElement | null, name: string): Promise<File> {
  if (!film || film.readyState < film.HAVE_CURRENT_DATA) throw new CallError(0, '视频还没有载入，请稍后再试')
  const canvas = Object.assign(document.createElement('canvas'), { width: film.videoWidth, height: film.videoHeight })
  canvas.getContext('2d')?.drawImage(film, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('this browser cannot draw the frame')
  return new File([blob], `${name.replace(/\.\w+$/, '')}-封面.jpg`, { type: 'image/jpeg' })
}
