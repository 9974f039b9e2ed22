import { type ReactNode, useEffect, useState } from 'react'
import type { ParsedOf, InputOf } from '../../../contract/calls.ts'
import type { PreviewDevice } from '../../../contract/rules.ts'
import { CallError, isRefused, messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { Modal } from '../ui/Modal.tsx'
import { FormFailed } from './FormFailed.tsx'
import type { FieldValues } from '../../../contract/merge.ts'
import { sentLists } from './recordCalls.ts'
import { DeviceSwitch, ownDevice, PreviewFrame } from './PreviewFrame.tsx'

interface Props {
  page: ParsedOf<'pagePreview'>['kind']
  /** '' for a new record. */
  id: string
  values: FieldValues
  /** The labels of the fields, for error messages. */
  display: Readonly<Record<string, { label: string }>>
  /** Beside the choice of the device. */
  tools: ReactNode
  onClose(): void
}

/** The page of a record as visitors would see it, at the width of either device. */
export function PagePreview({ page, id, values, display, tools, onClose }: Props) {
  const [device, setDevice] = useState(ownDevice)
  const [pages, setPages] = useState<Partial<Record<PreviewDevice, string>>>({})
  const [failure, setFailure] = useState('')
  const [refused, setRefused] = useState(false)
  const [attempt, setAttempt] = useState(0)
  const html = pages[device]

  useEffect(() => {
    if (html !== undefined) return
    const request = new AbortController()
    setFailure('')
    // The server validates it, such as the location.
    const input = { ...values, ...sentLists(page, values), kind: page, device, recordId: id || null } as InputOf<'pagePreview'>
    api('pagePreview', input, request.signal).then(
      (reply) => {
        if (!request.signal.aborted) setPages((before) => ({ ...before, [device]: reply.html }))
      },
      (cause: unknown) => {
        if (request.signal.aborted) return
        const label = cause instanceof CallError && cause.field !== undefined ? display[cause.field]?.label : undefined
        setRefused(isRefused(cause))
        setFailure((label ? `${label}：` : '') + messageOf(cause, '预览没有打开，请重试'))
      },
    )
    return () => request.abort()
  }, [device, attempt])

  return (
    <Modal open tall title="预览" width="92%" tools={<>{tools}<DeviceSwitch device={device} onChange={setDevice} /></>} onClose={onClose}>
      <div className="page-preview fill center muted" tabIndex={-1} aria-busy={html === undefined && failure === ''}>
        <PreviewFrame device={device} html={html} onEscape={onClose} />
        {html === undefined && failure === '' && <p role="status">正在生成预览…</p>}
        {failure !== '' && <FormFailed message={failure} onRetry={refused ? undefined : () => setAttempt(attempt + 1)} />}
      </div>
    </Modal>
  )
}
