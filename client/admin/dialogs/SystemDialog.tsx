import { type FormEvent, useEffect, useInsertionEffect, useRef, useState } from 'react'
import { limits, messages, systemForm } from '../../../contract/rules.ts'
import { listen } from '../../lib/listen.ts'
import { api } from '../api.ts'
import { DraftBar, toastDiscarded, toastGivenUp } from '../forms/DraftBar.tsx'
import { createDraftKeeper } from '../forms/draftKeeper.ts'
import type { Draft } from '../forms/drafts.ts'
import { draftsFor } from '../forms/record.ts'
import { useFields } from '../forms/useFields.ts'
import { useGuard } from '../guards.ts'
import { openOverlay } from '../overlay.ts'
import { defaultLogo, updateItem, user } from '../session.ts'
import { confirm } from '../ui/confirm.tsx'
import { ignoreComposingEnter } from '../ui/composing.ts'
import { Modal } from '../ui/Modal.tsx'
import { TextField } from '../ui/TextField.tsx'
import { outcomeToast, toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { LogoField, useLogoUpload } from './LogoField.tsx'

/** A type alias, because an interface has no index signature. */
type Values = { sysName: string; logo: string }

const outcome = outcomeToast()
/** What an undo brings back when the dialog is opened again. */
let resumed: Draft | undefined

/** The system's name and logo. It can be opened only by those who may change them. */
export function SystemDialog({ open, onClose }: { open: boolean; onClose(): void }) {
  const { sysName = '', logo = '' } = user.peek() ?? {}
  // The call requires a logo, too: without a change, the one that is shown is sent.
  const [before] = useState<Values>({ sysName, logo: logo || defaultLogo })
  const fields = useFields(systemForm, { ...before, ...resumed?.values })
  const { values, errors } = fields
  const upload = useLogoUpload({ set: (address) => fields.set('logo', address), setError: (message) => fields.setError('logo', message) })
  const [locked, run, sending] = useRepeatGuard()
  /** Set while a save waits for the upload. */
  const [wait, setWait] = useState<{ cancel(): void }>()
  const dirty = values.sysName !== before.sysName || values.logo !== before.logo
  const { keeper, draft, setDraft } = useDraft(values, dirty)
  const blocked = sending || draft !== undefined

  const close = async (): Promise<void> => {
    if (wait) return wait.cancel()
    if (dirty && !(await confirm('有未保存的修改，确定关闭吗？', { ok: '放弃修改', cancel: '继续编辑' }))) return
    const givenUp = keeper.giveUp()
    onClose()
    if (givenUp) toastGivenUp({ ...givenUp, incomplete: upload.running() !== undefined }, () => reopen(givenUp.draft))
  }
  const discard = (found: Draft): void => {
    setDraft(undefined)
    toastDiscarded(keeper.discard(found), () => (fields.form.current ? fields.setValues({ ...before, ...found.values }) : reopen(found)))
  }
  const uploaded = (running: Promise<string | undefined>): Promise<string | undefined> =>
    new Promise((resolve) => {
      setWait({ cancel: () => resolve(undefined) })
      void running.then(resolve)
    })
  const save = async (): Promise<void> => {
    const running = upload.running()
    const address = running ? await uploaded(running) : values.logo
    setWait(undefined)
    if (address === undefined) return
    try {
      updateItem(await api('itemUpdate', { ...values, logo: address }))
    } catch (error) {
      const message = fields.refusal(error, '修改失败，请重试')
      if (message !== undefined) outcome(message, 'bad')
      return
    }
    keeper.remove()
    outcome(messages.modified)
    onClose()
  }
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (draft) return
    if (fields.validate()) run(save)
    else if (values.sysName.trim() === '') toast(messages.incomplete, 'info')
  }

  return (
    <Modal title="系统名称和LOGO" width="32rem" open={open} onClose={() => void close()} busy={sending && !wait}>
      <form ref={fields.form} noValidate onSubmit={onSubmit} onKeyDown={ignoreComposingEnter}>
        {draft && (
          <DraftBar
            draft={draft}
            onRestore={() => {
              setDraft(undefined)
              fields.setValues({ ...before, ...draft.values })
            }}
            onDiscard={() => discard(draft)}
          />
        )}
        <TextField label="系统名称" hint={`${[...values.sysName].length} / ${limits.sysName}`} readOnly={blocked} {...fields.field('sysName')} />
        <LogoField upload={upload} value={values.logo} error={errors.logo} disabled={blocked} />
        <div className="form-foot">
          <button type="button" className="button" disabled={sending && !wait} onClick={() => void close()}>
            {wait ? '取消等待' : '取消'}
          </button>
          <button type="submit" className="button primary" aria-disabled={locked || blocked} aria-busy={sending}>
            {wait ? '等待图片上传…' : '确定'}
          </button>
        </div>
      </form>
    </Modal>
  )
}

function reopen(draft: Draft): void {
  resumed = draft
  openOverlay('system')
}

/** Keeps what is typed as a draft, and offers the one of the last time. */
function useDraft(values: Values, dirty: boolean) {
  const latest = useRef<Values>(undefined)
  const [keeper] = useState(() => createDraftKeeper(draftsFor('item', 'system'), () => latest.current && { values: latest.current }, () => {}))
  const [draft, setDraft] = useState(() => (resumed ? undefined : keeper.read()))
  // An insertion effect, because Esc may follow the last letter before other effects have run.
  useInsertionEffect(() => {
    const untouched = latest.current === undefined && !dirty
    latest.current = dirty ? values : undefined
    if (!untouched) keeper.schedule()
  }, [values])
  useEffect(() => {
    resumed = undefined
    const unlisten = listen(window, { pagehide: keeper.flush })
    return () => {
      unlisten()
      keeper.flush()
    }
  }, [])
  useGuard('', () => {
    keeper.flush()
    return dirty && (keeper.read() ? 'drafted' : true)
  })
  return { keeper, draft, setDraft }
}
