import { isRunning, type Target } from '../../lib/uploads.ts'
import { useUpload } from '../forms/useUpload.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { controlProps, Field, type FieldProps } from '../ui/Field.tsx'
import { uploads } from '../work/uploads.ts'

interface Props extends FieldProps {
  target: Target
}

/** The logo, and the upload of the file that was chosen last. */
export function LogoField({ label, value, onChange, error, disabled, target }: Props) {
  const { upload, send } = useUpload(target, onChange)
  const running = upload && isRunning(upload) ? upload : undefined
  const failed = upload?.state === 'failed' ? upload : undefined
  const shown = failed?.error ?? error
  const busy = disabled || running !== undefined
  const remedy = failed?.remedy === 'shrink' && (
    <button type="button" className="link" disabled={busy} onClick={() => uploads.retry(failed.id)}>
      压缩后上传
    </button>
  )
  return (
    <Field id="logo" label={label} error={shown} hint={upload?.note || 'jpg/png文件，小于0.1MB'} remedy={remedy}>
      <div className="logo-field row">
        <span className="logo-preview center">{value ? <img src={value} alt="当前LOGO" /> : <AdminIcon name="image" />}</span>
        <label className={busy ? 'button disabled' : 'button'}>
          <AdminIcon name="upload" />
          {running ? `正在上传 ${Math.round(running.progress * 100)}%` : '上传LOGO'}
          <input
            {...controlProps('logo', shown)} className="visually-hidden" type="file" accept="image/png,image/jpeg" disabled={busy}
            onChange={({ target: chosen }) => {
              const [file] = chosen.files ?? []
              // The same file may be chosen again after it failed.
              chosen.value = ''
              if (file) send(file)
            }}
          />
        </label>
      </div>
    </Field>
  )
}
