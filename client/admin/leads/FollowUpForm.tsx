import { useId, useState } from 'react'
import { leadKindOf, leadKinds, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import type { InputOf } from '../../../contract/calls/calls.ts'
import type { LeadRow } from '../../../contract/kinds/entities.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { stored } from '../../lib/stored.ts'
import { user } from '../session/session.ts'
import { Button } from '../ui/buttons.tsx'
import { ignoreComposingEnter } from '../../ui/composing.ts'
import { SelectField, TextArea, TextField } from '../ui/fields.tsx'
import { NextDays } from '../ui/NextDays.tsx'
import { toast } from '../ui/Toast.tsx'
import { keepWork, type Work } from '../form/unfinished.ts'
import { stateOptions } from './StateSelect.tsx'
import { updateLead } from './updateLead.ts'

const followUpFields = ['state', 'owner', 'nextAt', 'note'] as const
type FollowUp = Record<(typeof followUpFields)[number], string> & Before
/** What they were when another one was chosen. */
type Before = Partial<Record<'stateBefore' | 'ownerBefore' | 'nextAtBefore', string>>

interface Unsaved {
  /** What was typed, by the id: it is there again when the dialog is. */
  typed: Map<string, Partial<FollowUp>>
  work: Work
}

/** Of each screen: the tab of one is closed without the other's. */
const unsaved: Partial<Record<LeadKind, Unsaved>> = {}

/** The tab keeps it over a reload: a phone drops the page of a browser while one makes a call. */
const storeOf = (kind: LeadKind) => stored(`zhuzhan.followUp.${kind}.${user.peek()?.userId ?? ''}`, 'sessionStorage')

const unsavedOf = (kind: LeadKind): Unsaved => (unsaved[kind] ??= createUnsaved(kind))

function createUnsaved(kind: LeadKind): Unsaved {
  const typed = new Map(Object.entries(Object(storeOf(kind).read())) as [string, Partial<FollowUp>][])
  const end = (): void => {
    typed.clear()
    storeOf(kind).remove()
  }
  const work = { unsaved: () => typed.size > 0, end }
  if (typed.size > 0) keepWork(leadKinds[kind].screen, 'followUp', work)
  return { typed, work }
}

const followUpOf = (row: LeadRow): Partial<FollowUp> => unsavedOf(leadKindOf(row)).typed.get(row.agentId) ?? {}
export const hasFollowUp = (row: LeadRow): boolean =>
  unsavedOf(leadKindOf(row)).typed.has(row.agentId) || keptMail(row) !== undefined

/** A mail to the customer that is not sent is kept beside it. */
const mailKey = ({ agentId }: LeadRow): string => `mail/${agentId}`
export const keptMail = (row: LeadRow): string | undefined => unsavedOf(leadKindOf(row)).typed.get(mailKey(row))?.note
export const keepMail = (row: LeadRow, note?: string): void =>
  keepFollowUp(row, note === undefined ? {} : { note }, mailKey(row))

export function keepFollowUp(row: LeadRow, changes: Partial<FollowUp>, key = row.agentId): void {
  const kind = leadKindOf(row)
  const { typed, work } = unsavedOf(kind)
  keepWork(leadKinds[kind].screen, 'followUp', work)
  if (Object.keys(changes).length > 0) typed.set(key, changes)
  else typed.delete(key)
  storeOf(kind).write(Object.fromEntries(typed))
}

interface Props {
  row: LeadRow
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
      className="lead-form"
      aria-label="跟进"
      noValidate
      onKeyDown={ignoreComposingEnter}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <SelectField label="状态" options={stateOptions} {...field('state')} />
      <TextArea label="跟进记录" {...field('note')} />
      <TextField
        label="下次联系"
        type="date"
        hint={row.reminds ? '当天上午9点提醒' : '当天上午9点提醒，需开通通知渠道'}
        {...nextAt}
        value={nextAt.value.slice(0, 10)}
        remedy={<NextDays onChoose={nextAt.onChange} />}
      />
      <TextField label="负责人" list={listId} {...field('owner')} />
      <datalist id={listId}>
        {owners.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <p className="form-message bad" role="alert">
        {failure && failure.field === undefined && failure.message}
      </p>
      <Button kind="primary" busy={busy} type="submit" aria-disabled={busy || isEmpty}>
        {busy ? '保存中…' : '保存跟进'}
      </Button>
    </form>
  )
}

/** What is typed, and saving it. */
function useFollowUp(row: LeadRow, onSaved: Props['onSaved']) {
  const { agentId, state = 'new', owner = '', nextAt = '' } = row
  const [typed, setTyped] = useState(() => followUpOf(row))
  const [failure, setFailure] = useState<{ field: string | undefined; message: string }>()
  const [busy, setBusy] = useState(false)

  const isEmpty = Object.keys(typed).length === 0
  const saved = { state, owner, nextAt, note: '' }
  const { stateBefore = state, ownerBefore = owner, nextAtBefore = nextAt, ...changed } = typed
  const values = { ...saved, ...changed }
  const keep = (next: Partial<FollowUp>): void => {
    setTyped(next)
    keepFollowUp(row, next)
  }
  const field = <N extends keyof typeof saved>(name: N) => ({
    name,
    value: values[name],
    error: failure?.field === name ? failure.message : undefined,
    onChange(value: string): void {
      const next = withOwner(withState(changesOf({ ...values, [name]: value }, saved), name), name)
      keep({
        ...next,
        ...(next.state !== undefined && { stateBefore }),
        ...(next.owner !== undefined && { ownerBefore }),
        ...(next.nextAt !== undefined && { nextAtBefore }),
      })
    },
  })
  /** With its first note it is not new any more, and again when the note is taken back. */
  const withState = (next: Partial<FollowUp>, name: keyof FollowUp): Partial<FollowUp> => {
    if (name !== 'note' || state !== 'new') return next
    const { state: _contacted, ...others } = next
    if (next.note === undefined) return others
    return values.note === '' ? { state: 'contacted', ...next } : next
  }
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
      const isSaved = await updateLead({ ...(typed as InputOf<'leadUpdate'>), agentId })
      await onSaved()
      // Writing may have gone on meanwhile.
      keep(changesOf(followUpOf(row), typed))
      if (isSaved) toast('跟进已保存')
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
