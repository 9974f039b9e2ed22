import { type RefObject, useState } from 'react'
import type { MediaDetail } from '../../../contract/media.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import type { Upload } from '../../lib/uploads.ts'
import { LinkButton } from '../ui/buttons.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { pictures } from '../form/senders.ts'
import { uploads } from '../form/uploads.ts'
import { openPicker } from './MediaPicker.tsx'

interface Props {
  film: RefObject<HTMLVideoElement | null>
  media: MediaDetail
  onChange(poster: string): Promise<void>
}

/** The picture of a film before it plays: its current frame, or one of the library. */
export function Poster({ film, media: { mediaId, name, poster = '' }, onChange }: Props) {
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
      {poster === '' ? <p>还没有封面。把视频播放到合适的画面，再设为封面</p> : <img src={poster} className="boxed" alt="当前封面" />}
      <div>
        <LinkButton aria-disabled={locked} onClick={frame}>把当前画面设为封面</LinkButton>
        <LinkButton aria-disabled={locked} onClick={picked}>从素材库选择</LinkButton>
        {poster !== '' && <LinkButton bad aria-disabled={locked} onClick={change(() => Promise.resolve(''))}>移除封面</LinkButton>}
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
