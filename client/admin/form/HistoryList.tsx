import { useEffect, useRef, useState } from 'react'
import type { HistoryRow } from '../../../contract/kinds/entities.ts'
import type { KindName } from '../../../contract/kinds/kinds.ts'
import { type FieldValues, isEqual, mergeBlocks } from '../../../contract/kinds/merge.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../session/api.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import { FormFailed } from './FormFooter.tsx'
import { type ChangedField, changesIn, type Display, fieldIn } from './record.ts'
import type { UsedForm } from './useForm.ts'
import { ChangeList } from './Version.tsx'

/** Where a form finds what its fields were. */
export interface History {
  kind: KindName | 'site'
  id: string
  display: Display
  /** The fields that this version has, as the form holds them. */
  load(version: string): Promise<FieldValues>
  /** What followed the last version. */
  latest(): Promise<FieldValues>
}

interface VersionEntry extends HistoryRow {
  values: FieldValues
  /** What the next version has changed. */
  changed: string
}

interface Props {
  history: History
  form: Pick<UsedForm, 'view' | 'values' | 'set'>
  /** Its fields cannot be changed now. */
  disabled: boolean
  /** What is stored; another one has one version more. */
  stored: string | number | undefined
  /** A version was put into the form. */
  onUsed?(): void
}

/** Versions that are loaded at once. */
const step = 10

/** What a form's fields were: each version can be compared with what the form holds, and put into it. */
export function HistoryList({ history, form, disabled, stored, onUsed }: Props) {
  const { versions, state, failure, more, retry } = useVersions(history, stored)
  const [openVersion, setOpenVersion] = useState<VersionEntry>()

  const use = ({ values }: VersionEntry): void => {
    const changes = changesIn(history.display, form.view.peek().values, values)
    for (const { name, value } of changes) form.set(name, value)
    const undo = (): void => {
      // What was typed since stays.
      const untouched = changes.filter(({ name, value }) => isEqual(form.view.peek().values[name], value))
      for (const { name, before } of untouched) form.set(name, before)
    }
    setOpenVersion(undefined)
    onUsed?.()
    toast('已放回表单，保存后生效', 'info', { undo })
  }
  return (
    <div className="history">
      {state === 'all' && versions.length === 0 && (
        <p className="muted small">还没有历史版本。保存修改后，原来的内容会留在这里。</p>
      )}
      <ul>
        {versions.map((version) => (
          <li key={version.version} className="split loose">
            <span>
              {`${version.savedAt.slice(0, 16)}${version.savedBy && ` · ${version.savedBy}`}`}
              <small className="muted">{`后来改了${version.changed}`}</small>
            </span>
            <LinkButton aria-label={`查看：${version.savedAt.slice(0, 16)}`} onClick={() => setOpenVersion(version)}>
              查看
            </LinkButton>
          </li>
        ))}
      </ul>
      {state === 'loading' && (
        <p className="muted small" role="status">
          正在加载…
        </p>
      )}
      {state === 'failed' && <FormFailed message={failure} onRetry={retry} />}
      {state === 'more' && <LinkButton onClick={more}>更早的版本</LinkButton>}
      {openVersion && (
        <VersionDialog
          version={openVersion}
          display={history.display}
          values={form.values}
          disabled={disabled}
          onClose={() => setOpenVersion(undefined)}
          onUse={() => use(openVersion)}
        />
      )}
    </div>
  )
}

function useVersions(history: History, stored: Props['stored']) {
  const [versions, setVersions] = useState<readonly VersionEntry[]>([])
  const [state, setState] = useState<'loading' | 'failed' | 'more' | 'all'>('loading')
  const [failure, setFailure] = useState('')
  const source = useRef<AsyncGenerator<VersionEntry>>(undefined)

  async function load(from: AsyncGenerator<VersionEntry>, count: number): Promise<void> {
    setState('loading')
    try {
      for (let loaded = count; loaded < count + step; loaded++) {
        const { value, done } = await from.next()
        if (source.current !== from) return
        if (done) return setState('all')
        setVersions((before) => [...before, value])
      }
      setState('more')
    } catch (cause) {
      if (source.current !== from) return
      setFailure(messageOf(cause))
      setState('failed')
    }
  }
  function start(): () => void {
    setVersions([])
    source.current = versionsOf(history)
    void load(source.current, 0)
    return () => {
      source.current = undefined
    }
  }
  useEffect(start, [stored])

  return {
    versions,
    state,
    failure,
    more: () => source.current && void load(source.current, versions.length),
    retry: () => void start(),
  }
}

/** The versions after which something in the fields was changed, the newest first. Each is loaded when it is asked for. */
async function* versionsOf({ kind, id, display, load, latest }: History): AsyncGenerator<VersionEntry> {
  const rows = await api('historyList', { kind, id })
  let next = rows.length > 0 ? await latest() : {}
  for (const row of rows) {
    const values = await load(row.version)
    const changes = changesIn(display, next, values)
    const changed = changes.map((change) => changeOf(display, change)).join('、')
    if (changes.length > 0) yield { ...row, values, changed }
    next = { ...next, ...values }
  }
}

function changeOf(display: Display, { name, before, value }: ChangedField): string {
  const { label, kind } = fieldIn(display, name)
  if (kind !== 'richText') return label
  return `${label} ${mergeBlocks(String(value), String(before ?? ''), String(value)).filter((piece) => 'by' in piece).length} 处`
}

interface VersionProps {
  version: VersionEntry
  display: Display
  values: FieldValues
  disabled: boolean
  onClose(): void
  onUse(): void
}

function VersionDialog({ version, display, values, disabled, onClose, onUse }: VersionProps) {
  const changes = changesIn(display, values, version.values)
  return (
    <Modal
      open
      title={`${version.savedAt.slice(0, 16)} 的版本`}
      width="56rem"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button kind="primary" disabled={disabled || changes.length === 0} onClick={onUse}>
            用这一版
          </Button>
        </>
      }
    >
      <div className="conflicts stack">
        <p className="muted">
          {changes.length > 0
            ? '和表单里现在的内容相比：绿色是这一版有的，红色带删除线的是这一版没有的。'
            : '和表单里现在的内容相同。'}
        </p>
        <ChangeList {...{ changes, display }} />
      </div>
    </Modal>
  )
}
