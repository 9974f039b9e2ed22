import { type RefObject, useRef, useState } from 'react'
import { CallError } from '../../lib/callError.ts'
import { messageOf } from '../forms/form.ts'
import { uploadPicture } from '../forms/uploadPicture.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { openPicker } from './MediaPicker.tsx'

interface Props {
  film: RefObject<HTMLVideoElement | null>
  name: string
  poster: string
  onChange(poster: string): Promise<void>
}

const upload = uploadPicture('media', (work) => work)

/** The picture of a film before it plays: its current frame, or one of the library. */
export function Poster({ film, name, poster, onChange }: Props) {
  const [locked, run] = useRepeatGuard()
  const [failure, setFailure] = useState('')
  const sending = useRef(new AbortController())

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
  const frame = change(async () => upload(await frameOf(film.current, name), () => {}, sending.current.signal))
  const picked = change(async () => (await openPicker('picture'))?.address)
  return (
    <section className="media-poster" role="group" aria-label="封面">
      {poster === '' ? <p>还没有封面。把视频播放到合适的画面，再设为封面</p> : <img src={poster} alt="当前封面" />}
      <div>
        <button type="button" className="link" aria-disabled={locked} onClick={frame}>
          把当前画面设为封面
        </button>
        <button type="button" className="link" aria-disabled={locked} onClick={picked}>
          从素材库选择
        </button>
        {poster !== '' && (
          <button type="button" className="link bad" aria-disabled={locked} onClick={change(() => Promise.resolve(''))}>
            移除封面
          </button>
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

async function frameOf(film: HTMLVideoElement | null, name: string): Promise<File> {
  if (!film || film.readyState < film.HAVE_CURRENT_DATA) throw new CallError(0, '视频还没有载入，请稍后再试')
  const canvas = Object.assign(document.createElement('canvas'), { width: film.videoWidth, height: film.videoHeight })
  canvas.getContext('2d')?.drawImage(film, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
  if (!blob) throw new Error('this browser cannot draw the frame')
  return new File([blob], `${name.replace(/\.\w+$/, '')}-封面.jpg`, { type: 'image/jpeg' })
}
