import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { validateFields } from '../../../contract/fields.ts'
import { limits, messages, systemForm } from '../../../contract/rules.ts'
import { shrunk } from '../../lib/bytes.ts'
import { CallError } from '../../lib/callError.ts'
import { pictureTypeFault } from '../../lib/pictureTypeFault.ts'
import { api, uploadFile } from '../api.ts'
import { keepComposing } from '../forms/composing.ts'
import { keepItem } from '../session.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Field, tied } from '../ui/Field.tsx'
import { focusFault } from '../ui/focusFault.ts'
import { TextField } from '../ui/TextField.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** A type, since an interface has no index to be read by rules. */
type Values = { sysName: string; logo: string }
interface Props {
  before: Values
  onBusy(busy: boolean): void
  onDirty(dirty: boolean): void
  onCancel(): void
  onDone(): void
}

export function SystemForm({ before, onBusy, onDirty, onCancel, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Values>(before)
  const [faults, setFaults] = useState<Partial<Record<keyof Values, string>>>({})
  const [share, setShare] = useState<number | undefined>()
  /** Chosen, and too large as it is. */
  const [large, setLarge] = useState<File>()
  const [note, setNote] = useState('jpg/png文件，小于0.1MB')
  const [resting, run] = useRepeatGuard()
  const busy = resting || share !== undefined

  useEffect(() => onBusy(busy), [busy])
  useEffect(() => onDirty(values.sysName !== before.sysName || values.logo !== before.logo), [values])

  const change = (name: keyof Values, value: string): void => {
    setValues((now) => ({ ...now, [name]: value }))
    setFaults(({ [name]: _, ...rest }) => rest)
  }
  const upload = async ({ target }: ChangeEvent<HTMLInputElement>): Promise<void> => {
    const [file] = target.files ?? []
    // The same file may be chosen again after it failed.
    target.value = ''
    if (!file) return
    const wrong = pictureTypeFault(file) ?? (file.size < limits.logoUnder ? undefined : messages.logoTooLarge)
    setLarge(wrong === messages.logoTooLarge ? file : undefined)
    if (wrong) return setFaults((now) => ({ ...now, logo: wrong }))
    await sendLogo(file)
  }
  const shrink = async (file: File): Promise<void> => {
    setShare(0)
    const small = await shrunkLogo(file)
    setShare(undefined)
    if (!small) return setFaults((now) => ({ ...now, logo: messages.notShrunk }))
    setLarge(undefined)
    setNote(shrunk(file.size, small.size))
    await sendLogo(small)
  }
  const sendLogo = async (file: File): Promise<void> => {
    setShare(0)
    try {
      const { url } = await uploadFile('logoUpload', file, {}, setShare)
      change('logo', url)
      toast(messages.uploaded)
    } catch (error) {
      const message = error instanceof Error ? error.message : '上传失败，请重试'
      setFaults((now) => ({ ...now, logo: message }))
    } finally {
      setShare(undefined)
    }
  }
  const send = async (): Promise<void> => {
    try {
      keepItem(await api('itemUpdate', values))
    } catch (error) {
      const { message, field } = error instanceof CallError ? error : { message: '修改失败，请重试', field: undefined }
      if (field === 'sysName' || field === 'logo') setFaults({ [field]: message })
      else toast(message, 'bad')
      return
    }
    toast(messages.modified)
    onDone()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    const found = validateFields(systemForm, values)
    setFaults(found)
    if (Object.keys(found).length === 0) return run(send)
    toast(messages.incomplete, 'info')
    focusFault(form.current)
  }

  const remedy = large && share === undefined && (
    <button type="button" className="link" disabled={busy} onClick={() => void shrink(large)}>
      压缩后上传
    </button>
  )
  return (
    <form ref={form} noValidate onSubmit={onSubmit} onKeyDown={keepComposing}>
      <TextField
        label="系统名称" name="sysName" value={values.sysName} fault={faults.sysName} hint={`${[...values.sysName].length} / ${limits.sysName}`}
        onChange={(value) => change('sysName', value)}
      />
      <Field id="logo" label="LOGO" fault={faults.logo} hint={note} remedy={remedy}>
        <div className="logo-field">
          <span className="logo-preview">{values.logo ? <img src={values.logo} alt="当前LOGO" /> : <AdminIcon name="image" />}</span>
          <label className={busy ? 'button disabled' : 'button'}>
            <AdminIcon name="upload" />
            {share === undefined ? '上传LOGO' : `正在上传 ${Math.round(share * 100)}%`}
            <input
              {...tied('logo', faults.logo)} className="visually-hidden" type="file" accept="image/png,image/jpeg" disabled={busy}
              onChange={(event) => void upload(event)}
            />
          </label>
        </div>
      </Field>
      <div className="form-foot">
        <button type="button" className="button" disabled={busy} onClick={onCancel}>
          取消
        </button>
        <button type="submit" className="button primary" disabled={busy}>
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
