import { useEffect, useRef, useState } from 'react'
import type { Notice } from '../../../contract/entities.ts'
import type { NoticeName } from '../../../contract/rules.ts'
import type { ObjectField } from '../../../contract/siteFieldKinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { FormFailed } from '../forms/FormFailed.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import type { InputContext } from './inputProps.ts'
import { encode } from './settingsForm.ts'
import { SettingsPreview } from './SettingsPreview.tsx'

interface Props {
  name: NoticeName
  field: ObjectField
  /** What the form holds. */
  value: unknown
  onChange(value: unknown): void
  context: InputContext
}

/** All versions of a legal text that visitors have seen. Each can be read and put back into the form. */
export function KeptVersions({ name, field, value, onChange, context: { disabled, saves } }: Props) {
  const [open, setOpen] = useState(false)
  const [versions, setVersions] = useState<readonly Notice[]>()
  const [failure, setFailure] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [shown, setShown] = useState<Notice>()
  const restored = useRef<{ text: string; withdrawUndo(): void }>(undefined)
  const text = encode(value)

  useEffect(() => {
    if (!open) return
    setFailure('')
    api('siteNotices', { name }).then(setVersions, (cause: unknown) => setFailure(messageOf(cause, '加载失败，请稍后重试')))
  }, [open, saves, attempt])
  // The undo must not replace what was typed since.
  useEffect(() => {
    if (restored.current?.text !== text) restored.current?.withdrawUndo()
  }, [text])

  const valueOf = (version: Notice): object =>
    Object.fromEntries(Object.keys(field.fields).map((each) => [each, version[each as keyof Notice]]))
  const restore = (version: Notice): void => {
    setShown(undefined)
    onChange(valueOf(version))
    restored.current = { text: encode(valueOf(version)), withdrawUndo: toast('已放回表单，保存后生效', 'info', { undo: () => onChange(value) }) }
  }
  const close = (): void => setShown(undefined)
  return (
    <details
      className="kept-versions" tabIndex={-1} aria-label={`${field.label}的历史版本`}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>历史版本</summary>
      {failure !== '' && <FormFailed message={failure} autoFocus={false} onRetry={() => setAttempt(attempt + 1)} />}
      {!versions && failure === '' && (
        <p className="setting-help muted" role="status">
          正在加载…
        </p>
      )}
      {versions?.length === 0 && <p className="setting-help muted">保存修改后，原来的和新的内容都会留在这里</p>}
      <ul>
        {versions?.map((version, index) => (
          <li key={index} className="split loose">
            <span>
              {`第${versions.length - index}版 · ${titleOf(version)}`}
              <small>{`${version.createDate}${version.savedBy === '' ? '存档' : `由${version.savedBy}保存`}`}</small>
            </span>
            <button type="button" className="link" onClick={() => setShown(version)}>
              查看
            </button>
          </li>
        ))}
      </ul>
      {shown && (
        <Modal
          open tall title={`${field.label}：${titleOf(shown)}`} width="72%" onClose={close}
          footer={
            <>
              <button type="button" className="button" onClick={close}>
                关闭
              </button>
              <button type="button" className="button primary" disabled={disabled} onClick={() => restore(shown)}>
                恢复此版本
              </button>
            </>
          }
        >
          <SettingsPreview
            values={{ [name]: valueOf(shown) }} page={field.page ?? '/privacy'} edited="" label="这个版本" note="公司名称、电话等按现在的设置填入"
            onEscape={close}
          />
        </Modal>
      )}
    </details>
  )
}

const titleOf = ({ date }: Notice): string => (date === '' ? '没有填生效日期' : `${date}生效`)
