import { type FormEvent, useId, useRef, useState } from 'react'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import { limits, messages, systemForm } from '../../../contract/calls/rules.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import type { Target } from '../../lib/uploads.ts'
import { api } from '../session/api.ts'
import { FormFooter, FormNotes } from '../form/FormFooter.tsx'
import type { FormOptions } from '../form/formState.ts'
import { draftsFor, formName } from '../form/record.ts'
import { useForm } from '../form/useForm.ts'
import { useFormActions } from '../form/useFormActions.tsx'
import { useUpload } from '../form/useUpload.ts'
import { updateItem, user } from '../session/session.ts'
import { AdminIcon, LinkButton } from '../ui/buttons.tsx'
import { ignoreComposingEnter } from '../../ui/composing.ts'
import { controlProps, Field, type FieldProps, TextField } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'
import { resultToast, toast } from '../ui/Toast.tsx'
import { logos } from '../form/senders.ts'
import { uploads } from '../form/uploads.ts'

const display = { sysName: { label: '系统名称' }, logo: { label: 'LOGO' } }
const notify = resultToast()

/** The system's name and logo. It can be opened only by those who may change them. */
export function SystemDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const [options] = useState(formOptions)
  const form = useForm('', 'system', options)
  const { values, saving, waiting, draft } = form
  const sysName = textIn(values, 'sysName')
  const disabled = saving || waiting || draft !== undefined
  const actions = useFormActions({
    form,
    element,
    display,
    disabled,
    notify,
    onSaved: () => undefined,
    dialog: { onClose },
  })
  const field = form.fields(display, false)
  const leave = (): void => {
    // An upload alone is ended without a question.
    if (form.dirty || waiting) void actions.leave()
    else if (!saving) onClose()
  }
  const onSubmit = (event: FormEvent): void => {
    actions.handlers.onSubmit(event)
    if (!disabled && sysName.trim() === '') toast(messages.incomplete, 'warning')
  }

  return (
    <Modal title="系统名称和LOGO" width="32rem" open={open} onClose={leave} busy={saving}>
      <form id={formId} ref={element} noValidate onSubmit={onSubmit} onKeyDown={ignoreComposingEnter}>
        <FormNotes form={form} onDiscard={actions.discardDraft} />
        <TextField {...field('sysName')} hint={`${[...sysName].length} / ${limits.sysName}`} readOnly={disabled} />
        <LogoField {...field('logo')} disabled={disabled} target={{ form: form.name, field: 'logo', sender: logos }} />
        <div className="form-foot">
          <FormFooter {...{ form, formId, disabled: disabled || actions.locked }} label="确定" onLeave={leave} />
        </div>
      </form>
    </Modal>
  )
}

/** The call requires both: without a change, the logo that is shown is sent. */
function formOptions(): FormOptions {
  const { itemId = '', sysName = '', logo = '' } = user.peek() ?? {}
  const empty = { sysName, logo }
  const send = async (values: FieldValues) => {
    try {
      updateItem(await api('itemUpdate', { itemId, ...empty, ...values }))
    } catch (cause) {
      if (!(cause instanceof CallError && cause.field !== undefined))
        notify(messageOf(cause, '修改失败，请重试'), 'bad')
      throw cause
    }
    return { id: 'system' }
  }
  return {
    name: formName('item', 'system'),
    empty,
    rules: systemForm,
    id: '',
    drafts: draftsFor('item', 'system'),
    load: async () => ({ values: empty, version: undefined }),
    add: send,
    update: () => Promise.resolve(null),
  }
}

interface Props extends FieldProps {
  target: Target
}

/** The logo, and the upload of the file that was chosen last. */
function LogoField({ label, value, onChange, error, disabled, target }: Props) {
  const { upload, running, failed, send } = useUpload(target, onChange)
  const message = failed?.error ?? error
  const busy = disabled || running !== undefined
  const remedy = failed?.remedy === 'shrink' && (
    <LinkButton disabled={busy} onClick={() => uploads.retry(failed.id)}>
      压缩后上传
    </LinkButton>
  )
  return (
    <Field id="logo" label={label} error={message} hint={upload?.note || 'jpg/png文件，小于0.1MB'} remedy={remedy}>
      <div className="logo-field row">
        <span className="logo-preview center">
          {value ? <img src={value} alt="当前LOGO" /> : <AdminIcon name="image" />}
        </span>
        <label className={busy ? 'button disabled' : 'button'}>
          <AdminIcon name="upload" />
          {running ? `正在上传 ${Math.round(running.progress * 100)}%` : '上传LOGO'}
          <input
            {...controlProps('logo', message)}
            className="visually-hidden"
            type="file"
            accept="image/png,image/jpeg"
            disabled={busy}
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
