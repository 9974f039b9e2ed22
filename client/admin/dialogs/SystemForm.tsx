import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { limits, messages, systemForm } from '../../../contract/rules.ts'
import { shrunk } from '../../lib/bytes.ts'
import { pictureTypeError } from '../../lib/pictureErrors.ts'
import { api, uploadFile } from '../api.ts'
import { ignoreComposingEnter } from '../ui/composing.ts'
import { useFields } from '../forms/useFields.ts'
import { updateItem } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Field, controlProps } from '../ui/Field.tsx'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** A type alias, because an interface has no index signature. */
type Values = { sysName: string; logo: string }
interface Props {
  before: Values
  onBusy(busy: boolean): void
  onDirty(dirty: boolean): void
  onCancel(): void
  onDone(): void
}

export function SystemForm({ before, onBusy, onDirty, onCancel, onDone }: Props) {
  const fields = useFields(systemForm, before)
  const { values, errors, setError } = fields
  /** Of the upload, from 0 to 1. */
  const [progress, setProgress] = useState<number | undefined>()
  /** The chosen file, if it is too large as it is. */
  const [large, setLarge] = useState<File>()
  const [note, setNote] = useState('jpg/png文件，小于0.1MB')
  const [locked, run, sending] = useRepeatGuard()
  const uploading = useRef(new AbortController())
  const busy = sending || progress !== undefined

  useEffect(() => onBusy(sending), [sending])
  // An upload may take long or never end: closing the dialog aborts it.
  useEffect(() => () => uploading.current.abort(), [])
  useEffect(() => onDirty(values.sysName !== before.sysName || values.logo !== before.logo), [values])

  const upload = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    // The same file may be chosen again after it failed.
    target.value = ''
    if (!file) return
    const error = pictureTypeError(file) ?? (file.size < limits.logoUnder ? undefined : messages.logoTooLarge)
    setLarge(error === messages.logoTooLarge ? file : undefined)
    if (error) return setError('logo', error)
    await sendLogo(file)
  }
  const shrink = async (file: File): Promise<void> => {
    setProgress(0)
    const small = await shrunkLogo(file)
    setProgress(undefined)
    if (!small) return setError('logo', messages.notShrunk)
    setLarge(undefined)
    setNote(shrunk(file.size, small.size))
    await sendLogo(small)
  }
  const sendLogo = async (file: File): Promise<void> => {
    setProgress(0)
    try {
      const { url } = await uploadFile('logoUpload', file, {}, setProgress, uploading.current.signal)
      fields.set('logo', url)
      toast(messages.uploaded)
    } catch (error) {
      setError('logo', error instanceof Error ? error.message : '上传失败，请重试')
    } finally {
      setProgress(undefined)
    }
  }
  const send = async (): Promise<void> => {
    try {
      updateItem(await api('itemUpdate', values))
    } catch (error) {
      const message = fields.refusal(error, '修改失败，请重试')
      if (message !== undefined) toast(message, 'bad')
      return
    }
    toast(messages.modified)
    onDone()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (fields.validate()) run(send)
    else if (values.sysName.trim() === '') toast(messages.incomplete, 'info')
  }

  const remedy = large && progress === undefined && (
    <button type="button" className="link" disabled={busy} onClick={() => void shrink(large)}>
      压缩后上传
    </button>
  )
  return (
    <form ref={fields.form} noValidate onSubmit={onSubmit} onKeyDown={ignoreComposingEnter}>
      <TextField label="系统名称" hint={`${[...values.sysName].length} / ${limits.sysName}`} readOnly={sending} {...fields.field('sysName')} />
      <Field id="logo" label="LOGO" error={errors.logo} hint={note} remedy={remedy}>
        <div className="logo-field">
          <span className="logo-preview">{values.logo ? <img src={values.logo} alt="当前LOGO" /> : <AdminIcon name="image" />}</span>
          <label className={busy ? 'button disabled' : 'button'}>
            <AdminIcon name="upload" />
            {progress === undefined ? '上传LOGO' : `正在上传 ${Math.round(progress * 100)}%`}
            <input
              {...controlProps('logo', errors.logo)} className="visually-hidden" type="file" accept="image/png,image/jpeg" disabled={busy}
              onChange={(event) => void upload(event)}
            />
          </label>
        </div>
      </Field>
      <div className="form-foot">
        <button type="button" className="button" disabled={sending} onClick={onCancel}>
          取消
        </button>
        <button type="submit" className="button primary" disabled={locked || busy}>
          确定
        </button>
      </div>
    </form>
  )
}

/** Undefined where the browser cannot draw it, or the script for it does not load. */
async function shrunkLogo(file: File): Promise<File | undefined> {
  try {
    const { shrinkPicture } = await import('../../lib/drawPicture.ts')
    return await shrinkPicture(file, { width: 480, under: limits.logoUnder })
  } catch {
    return undefined
  }
}
