import { type ReactNode, useEffect, useRef, useState } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import {
  type Check,
  type CheckState,
  checkStates,
  checkSummary,
  type Claim,
  evidenceForm,
  evidenceNeeded,
  type Finding,
} from '../../../contract/calls/checks.ts'
import type { SiteField } from '../../../contract/site/siteFieldKinds.ts'
import { siteFields } from '../../../contract/site/siteFields.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { FormFailed } from '../form/FormFooter.tsx'
import { useSmallForm } from '../form/smallForm.tsx'
import { may, mayOpenGroup } from '../session/session.ts'
import { AdminIcon, Button, LinkButton, InlineLink, Link } from '../ui/buttons.tsx'
import { TextArea } from '../ui/fields.tsx'
import { onOperationEnd, wayBack } from '../acts/operations.ts'
import { toast } from '../ui/Toast.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { ClearStarter } from './ClearStarter.tsx'
import { messages } from '../../../contract/calls/rules.ts'
import { mendedPrivacy } from '../../../contract/site/privacyText.ts'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** 上线检查: whether the site is ready for visitors, what is to be done first. */
export function CheckScreen() {
  const { data: checks, state, why, refresh } = useChecks()
  const busy = state === 'loading'
  const screen = useRef<HTMLDivElement>(null)
  const again = async (): Promise<void> => {
    await refresh()
    // What had the focus may have moved to another group.
    screen.current?.focus({ preventScroll: true })
  }
  useEffect(() => onOperationEnd(again), [])
  const onRefresh = (): void => {
    if (!busy) void refresh()
  }
  return (
    <div className="checks stack loose" ref={screen} tabIndex={-1} aria-busy={busy}>
      <header className="split wraps">
        <p className="checks-summary strong" role="status">
          {checks ? checkSummary(checks) : busy && '正在检查…'}
        </p>
        <Button icon="refresh" aria-disabled={busy} onClick={onRefresh}>
          {busy && checks ? '正在检查…' : '重新检查'}
        </Button>
      </header>
      <FormFailed message={why} onRetry={refresh} />
      {checks && <Group id="first" title="第一个小时" checks={checks.filter(({ first }) => first)} onChange={again} />}
      {checks &&
        (Object.keys(checkStates) as CheckState[]).map((state) => (
          <Group
            key={state}
            id={state}
            title={checkStates[state]}
            checks={checks.filter((check) => !check.first && check.state === state)}
            onChange={again}
          />
        ))}
    </div>
  )
}

interface GroupProps {
  id: CheckState | 'first'
  title: string
  checks: readonly Check[]
  onChange(): Promise<void>
}

const Group = ({ id, title, checks, onChange }: GroupProps) =>
  checks.length > 0 && (
    <section className="stack" aria-labelledby={`checks-${id}`}>
      <h2 id={`checks-${id}`}>{title}</h2>
      <ul className={`check-group card of-${id}`}>
        {checks.map((check) => (
          <Row key={check.id} {...check} onChange={onChange} />
        ))}
      </ul>
    </section>
  )

function Row({ id, state, title, why, link, mend, findings = [], onChange }: Check & Pick<GroupProps, 'onChange'>) {
  return (
    <li className={`of-${state}`}>
      <CheckIcon state={state} />
      <div className="stack tight">
        <h3 className="strong">{title}</h3>
        <p>{why}</p>
        <Findings findings={findings} folded={state === 'ok'} onChange={onChange} />
      </div>
      {mend && may('legal:update') && <MendPrivacy label={mend} onChanged={() => void onChange()} />}
      {link && isOpen(link) && (
        <Link className="button" href={link} aria-label={`去处理：${title}`}>
          去处理
        </Link>
      )}
      {id === 'clear' && state !== 'ok' && may('legal:update') && <ClearStarter />}
    </li>
  )
}

const stateIcons = { ok: 'check', warning: 'info', problem: 'warning' } as const
export const CheckIcon = ({ state }: Pick<Check, 'state'>) => <AdminIcon name={stateIcons[state]} />

/** A group of settings, and a field in it, is for those who may change it. */
export const isOpen = (link: string): boolean => {
  const [screen, search] = link.split('?')
  const query = new URLSearchParams(search)
  const [name = ''] = (query.get('field') ?? '').split('.')
  const needed = name === 'channels' ? 'channel:update' : fields[name]?.permission
  return screen !== adminScreens.settings || (mayOpenGroup(query.get('group') ?? '') && (!needed || may(needed)))
}
const fields: Readonly<Record<string, SiteField | undefined>> = siteFields

const unfolded = 6

function Findings({
  findings,
  folded,
  onChange,
}: { findings: readonly Finding[]; folded: boolean } & Pick<GroupProps, 'onChange'>) {
  const first = folded ? [] : findings.slice(0, unfolded)
  const rest = findings.slice(first.length)
  const list = (part: readonly Finding[]) => (
    <ul className="check-findings">
      {part.map((finding) =>
        finding.claim ? (
          <ClaimItem key={finding.claim.key} claim={finding.claim} place={<Place {...finding} />} onChange={onChange} />
        ) : (
          <li key={finding.text}>
            <Place {...finding} />
          </li>
        ),
      )}
    </ul>
  )
  return (
    <>
      {first.length > 0 && list(first)}
      {rest.length > 0 && (
        <details>
          <summary>{folded ? `查看（${rest.length}）` : `另外${rest.length}处`}</summary>
          {list(rest)}
        </details>
      )}
    </>
  )
}

const Place = ({ text, link }: Finding) => (link && isOpen(link) ? <InlineLink href={link}>{text}</InlineLink> : text)

interface ClaimItemProps {
  claim: Claim
  place: ReactNode
  onChange(): Promise<void>
}

const levels = { A: '广告里几乎不能用', B: '要有依据' } as const

/** A sentence with its superlatives marked, and who proves it. */
function ClaimItem({ claim, place, onChange }: ClaimItemProps) {
  const { sentence, words, level, evidence } = claim
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const mayRecord = may('site:update')
  const close = (): void => {
    setOpen(false)
    button.current?.focus()
  }
  return (
    <li className="claim stack tight">
      <p>
        <Marked sentence={sentence} words={words} />
      </p>
      {evidence && <p className="small">{`依据：${evidence.note}（${evidence.by}，${evidence.at.slice(0, 10)}）`}</p>}
      <div className="muted small row wraps">
        {place}
        <span className={level === 'A' ? 'bad' : undefined}>{levels[level]}</span>
        {mayRecord && (
          <LinkButton ref={button} aria-expanded={open} onClick={() => setOpen(!open)}>
            {evidence ? '修改依据' : '记录依据'}
          </LinkButton>
        )}
      </div>
      {/* Hidden, it keeps what was typed. */}
      {mayRecord && (
        <div hidden={!open}>
          <EvidenceForm claim={claim} onChange={onChange} onCancel={close} />
        </div>
      )}
    </li>
  )
}

function Marked({ sentence, words }: Pick<Claim, 'sentence' | 'words'>) {
  const pattern = new RegExp(`(${words.map((word) => word.replaceAll('.', '\\.')).join('|')})`, 'gi')
  return sentence.split(pattern).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))
}

function EvidenceForm({
  claim: { key, evidence },
  onChange,
  onCancel,
}: Pick<ClaimItemProps, 'claim' | 'onChange'> & { onCancel(): void }) {
  const form = useSmallForm({
    rules: { note: evidenceForm.note },
    initial: { note: evidence?.note ?? '' },
    send,
    failure: '没有保存，请重试',
    onRefused,
    check: ({ note }) => (note.trim() === '' && !evidence ? { note: evidenceNeeded } : {}),
  })
  async function send({ note }: { note: string }): Promise<void> {
    await api('checkEvidence', { key, note })
    toast(note.trim() === '' ? '依据已撤销' : '依据已记录')
    onCancel()
    await onChange()
  }
  function onRefused(message: string): void {
    form.setError('note', message)
  }
  const hint = evidence ? '清空后保存，就是撤销。' : '谁认定的、什么文件、哪一年，原件在哪里。'
  return (
    <form className="stack tight" {...form.attributes}>
      <TextArea label="依据" rows={2} hint={hint} {...form.field('note')} />
      <div className="row">
        <Button kind="primary" type="submit" busy={form.sending} disabled={form.locked}>
          保存
        </Button>
        <Button onClick={onCancel}>取消</Button>
      </div>
    </form>
  )
}

export const useChecks = () =>
  useLoaded((signal) => api('checkList', {}, signal), [], {
    messageFor: (cause) => messageOf(cause, '检查没有完成，请稍后重试'),
  })

/** Has the privacy notice follow the settings that it contradicts. */
function MendPrivacy({ label, onChanged }: { label: string; onChanged(): void }) {
  const [locked, run] = useRepeatGuard()
  const mend = async (): Promise<void> => {
    const { privacy, version: basedOn } = await api('siteDetail', {})
    const mended = { ...privacy, body: mendedPrivacy(privacy.body) }
    const { operation } = await api('siteUpdate', { privacy: mended, basedOn })
    onChanged()
    toast(messages.modified, 'good', wayBack(operation))
  }
  return (
    <Button disabled={locked} onClick={() => run(mend)}>
      {label}
    </Button>
  )
}
