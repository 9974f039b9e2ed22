import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from '../../../contract/merge.ts'
import { messageOf } from '../../lib/callError.ts'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import { FormFailed } from './FormFooter.tsx'
import type { UsedForm } from './useForm.ts'
import { Version } from './Version.tsx'
import { differing, type History, type VersionEntry, versionsOf } from './versions.ts'

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
    const before = form.view.peek().values
    const names = differing(history.display, values, before)
    for (const name of names) form.set(name, values[name] ?? '')
    // What was typed since stays.
    const undo = (): void =>
      names.forEach((name) => form.view.peek().values[name] === values[name] && form.set(name, before[name] ?? ''))
    setOpenVersion(undefined)
    onUsed?.()
    toast('已放回表单，保存后生效', 'info', { undo })
  }
  return (
    <div className="history">
      {state === 'empty' && <p className="muted small">还没有历史版本。保存修改后，原来的内容会留在这里。</p>}
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
      {state === 'failed' && <FormFailed message={failure} autoFocus={false} onRetry={retry} />}
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

type ListState = 'loading' | 'failed' | 'empty' | 'more' | 'all'

function useVersions(history: History, stored: Props['stored']) {
  const [versions, setVersions] = useState<readonly VersionEntry[]>([])
  const [state, setState] = useState<ListState>('loading')
  const [failure, setFailure] = useState('')
  const [attempt, setAttempt] = useState(0)
  const source = useRef<AsyncGenerator<VersionEntry>>(undefined)

  async function load(from: AsyncGenerator<VersionEntry>, count: number): Promise<void> {
    setState('loading')
    try {
      for (let loaded = count; loaded < count + step; loaded++) {
        const { value, done } = await from.next()
        if (source.current !== from) return
        if (done) return setState(loaded === 0 ? 'empty' : 'all')
        setVersions((before) => [...before, value])
      }
      setState('more')
    } catch (cause) {
      if (source.current !== from) return
      setFailure(messageOf(cause, '加载失败，请稍后重试'))
      setState('failed')
    }
  }
  useEffect(() => {
    setVersions([])
    source.current = versionsOf(history)
    void load(source.current, 0)
    return () => {
      source.current = undefined
    }
  }, [stored, attempt])

  return {
    versions,
    state,
    failure,
    more: () => source.current && void load(source.current, versions.length),
    retry: () => setAttempt(attempt + 1),
  }
}

interface VersionProps {
  version: VersionEntry
  display: History['display']
  values: FieldValues
  disabled: boolean
  onClose(): void
  onUse(): void
}

function VersionDialog({ version, display, values, disabled, onClose, onUse }: VersionProps) {
  const names = differing(display, version.values, values)
  return (
    <Modal
      open
      title={`${version.savedAt.slice(0, 16)} 的版本`}
      width="56rem"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          <Button kind="primary" disabled={disabled || names.length === 0} onClick={onUse}>
            用这一版
          </Button>
        </>
      }
    >
      <div className="conflicts stack">
        <p className="muted">
          {names.length > 0
            ? '和表单里现在的内容相比：绿色是这一版有的，红色带删除线的是这一版没有的。'
            : '和表单里现在的内容相同。'}
        </p>
        {names.map((name) => {
          const field = display[name]
          return (
            field && (
              <section key={name}>
                <h3>{field.label}</h3>
                <Version display={field} value={version.values[name] ?? ''} before={values[name] ?? ''} />
              </section>
            )
          )
        })}
      </div>
    </Modal>
  )
}
