import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import { limits, messages } from '../../../contract/rules.ts'
import { shrunk } from '../../lib/bytes.ts'
import { shrinkPicture } from '../../lib/drawPicture.ts'
import { pictureTypeError } from '../../lib/pictureErrors.ts'
import { uploadFile } from '../api.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Field, controlProps } from '../ui/Field.tsx'
import { toast } from '../ui/Toast.tsx'

interface Target {
  set(logo: string): void
  setError(message: string): void
}

export type LogoUpload = ReturnType<typeof useLogoUpload>

/** The upload of the logo that was chosen last. */
export function useLogoUpload({ set, setError }: Target) {
  /** From 0 to 1. */
  const [progress, setProgress] = useState<number>()
  /** The chosen file, if it is too large as it is. */
  const [large, setLarge] = useState<File>()
  const [note, setNote] = useState('jpg/png文件，小于0.1MB')
  const running = useRef<Promise<string | undefined>>(undefined)
  const abort = useRef(new AbortController())
  // An upload may take long or never end: closing the dialog aborts it.
  useEffect(() => () => abort.current.abort(), [])

  const start = (work: () => Promise<string | undefined>): void => {
    setProgress(0)
    running.current = work().finally(() => {
      running.current = undefined
      setProgress(undefined)
    })
  }
  const send = async (file: File): Promise<string | undefined> => {
    try {
      const { url } = await uploadFile('logoUpload', file, {}, setProgress, abort.current.signal)
      set(url)
      toast(messages.uploaded)
      return url
    } catch (error) {
      setError(error instanceof Error ? error.message : '上传失败，请重试')
      return undefined
    }
  }
  return {
    progress,
    large: progress === undefined ? large : undefined,
    note,
    /** Resolves to the address, or to undefined after a failure, which the field shows. Undefined when nothing is being uploaded. */
    running: () => running.current,
    choose(file: File): void {
      const error = pictureTypeError(file) ?? (file.size < limits.logoUnder ? undefined : messages.logoTooLarge)
      setLarge(error === messages.logoTooLarge ? file : undefined)
      if (error) setError(error)
      else start(() => send(file))
    },
    shrink: (file: File): void =>
      start(async () => {
        const small = await shrunkLogo(file)
        if (!small) return void setError(messages.notShrunk)
        setLarge(undefined)
        setNote(shrunk(file.size, small.size))
        return send(small)
      }),
  }
}

export function LogoField({ upload, value, error, disabled }: { upload: LogoUpload; value: string; error: string | undefined; disabled: boolean }) {
  const { progress, large, note } = upload
  const busy = disabled || progress !== undefined
  const onChange = ({ target }: ChangeEvent<HTMLInputElement>): void => {
    const [file] = target.files ?? []
    // The same file may be chosen again after it failed.
    target.value = ''
    if (file) upload.choose(file)
  }
  const remedy = large && (
    <button type="button" className="link" disabled={busy} onClick={() => upload.shrink(large)}>
      压缩后上传
    </button>
  )
  return (
    <Field id="logo" label="LOGO" error={error} hint={note} remedy={remedy}>
      <div className="logo-field">
        <span className="logo-preview">{value ? <img src={value} alt="当前LOGO" /> : <AdminIcon name="image" />}</span>
        <label className={busy ? 'button disabled' : 'button'}>
          <AdminIcon name="upload" />
          {progress === undefined ? '上传LOGO' : `正在上传 ${Math.round(progress * 100)}%`}
          <input {...controlProps('logo', error)} className="visually-hidden" type="file" accept="image/png,image/jpeg" disabled={busy} onChange={onChange} />
        </label>
      </div>
    </Field>
  )
}

/** Undefined where the browser cannot draw it. */
async function shrunkLogo(file: File): Promise<File | undefined> {
  try {
    return await shrinkPicture(file, { width: 480, under: limits.logoUnder })
  } catch {
    return undefined
  }
}
