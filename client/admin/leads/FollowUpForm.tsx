import { useId, useState } from 'react'
import type { FollowUpState } from '../../../contract/application.ts'
import type { AgentRow } from '../../../contract/entities.ts'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { user } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { ignoreComposingEnter } from '../../ui/composing.ts'
import { SelectField, TextArea, TextField } from '../ui/fields.tsx'
import { toast } from '../ui/Toast.tsx'
import { keepWork, type Work } from '../form/unfinished.ts'
import { stateOptions } from './StateSelect.tsx'

const followUpFields = ['state', 'owner', 'nextAt', 'note'] as const
type FollowUp = Record<(typeof followUpFields)[number], string>

/** What was typed and not saved, by the id: it is there again when the dialog is. */
const unsaved = new Map<string, Partial<FollowUp>>()
const work: Work = { unsaved: () => unsaved.size > 0, end: () => unsaved.clear() }

const followUpOf = (id: string): Partial<FollowUp> => unsaved.get(id) ?? {}
export const hasFollowUp = (id: string): boolean => unsaved.has(id)

export function keepFollowUp(id: string, typed: Partial<FollowUp>): void {
  keepWork(adminScreens.agents, 'followUp', work)
  if (Object.keys(typed).length > 0) unsaved.set(id, typed)
  else unsaved.delete(id)
}

interface Props {
  row: AgentRow
  /** Names to choose from. */
  owners: readonly string[]
  onSaved(): Promise<unknown>
}

/** What was done about it, and what comes next. Only what was changed is sent: a colleague's other changes stay. */
export function FollowUpForm({ row, owners, onSaved }: Props) {
  const { field, isEmpty, busy, failure, save } = useFollowUp(row, onSaved)
  const listId = useId()
  const nextAt = field('nextAt')
  return (
    <form
      className="agent-form" aria-label="跟进" noValidate onKeyDown={ignoreComposingEnter}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SelectField label="状态" options={stateOptions} {...field('state')} />
      <TextArea label="跟进记录" {...field('note')} />
      <TextField
        label="下次联系" type="date" hint="当天上午9点提醒，需开通通知渠道" {...nextAt} value={nextAt.value.slice(0, 10)}
      />
      <TextField label="负责人" list={listId} {...field('owner')} />
      <datalist id={listId}>{owners.map((name) => <option key={name} value={name} />)}</datalist>
      <p className="form-message bad" role="alert">{failure && failure.field === undefined && failure.message}</p>
      <Button kind="primary" busy={busy} type="submit" aria-disabled={busy || isEmpty}>{busy ? '保存中…' : '保存跟进'}</Button>
    </form>
  )
}

/** What is typed, and saving it. */
function useFollowUp(row: AgentRow, onSaved: Props['onSaved']) {
  const { agentId, state = 'new', owner = '', nextAt = '' } = row
  const [typed, setTyped] = useState(() => followUpOf(agentId))
  const [failure, setFailure] = useState<{ field: string | undefined; message: string }>()
  const [busy, setBusy] = useState(false)

  const isEmpty = Object.keys(typed).length === 0
  const saved: FollowUp = { state, owner, nextAt, note: '' }
  const values = { ...saved, ...typed }
  const keep = (next: Partial<FollowUp>): void => {
    setTyped(next)
    keepFollowUp(agentId, next)
  }
  const field = <N extends keyof FollowUp>(name: N) => ({
    name, value: values[name], error: failure?.field === name ? failure.message : undefined,
    onChange: (value: string) => keep(withOwner(changesOf({ ...values, [name]: value }, saved), name)),
  })
  /** Who does the first work on what is nobody's becomes its owner, and is none when that is taken back. */
  const withOwner = (next: Partial<FollowUp>, name: keyof FollowUp): Partial<FollowUp> => {
    if (owner !== '' || name === 'owner') return next
    if (isEmpty) return { ...next, owner: user.peek()?.name ?? '' }
    return Object.keys(next).join() === 'owner' ? {} : next
  }
  const save = async (): Promise<void> => {
    if (busy || isEmpty) return
    setBusy(true)
    setFailure(undefined)
    try {
      await api('agentUpdate', { agentId, ...typed, state: typed.state as FollowUpState | undefined })
      await onSaved()
      // Writing may have gone on meanwhile.
      keep(changesOf(followUpOf(agentId), typed))
      toast('跟进已保存')
    } catch (cause) {
      const known = cause instanceof CallError && followUpFields.some((name) => name === cause.field)
      setFailure({ field: known ? cause.field : undefined, message: `未能保存：${messageOf(cause, '请稍后重试')}` })
    } finally {
      setBusy(false)
    }
  }
  return { field, isEmpty, busy, failure, save }
}

/** The values that differ from those before. */
const changesOf = (values: Partial<FollowUp>, before: Partial<FollowUp>): Partial<FollowUp> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== before[name as keyof FollowUp]))
