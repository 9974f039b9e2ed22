import { type ReactNode, useState } from 'react'
import type { ParsedOf, InputOf } from '../../../contract/calls.ts'
import type { PreviewDevice } from '../../../contract/rules.ts'
import { CallError, messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { Modal } from '../ui/Modal.tsx'
import { useLoaded } from '../ui/useLoaded.ts'
import { FormFailed } from '../form/FormFailed.tsx'
import type { FieldValues } from '../../../contract/merge.ts'
import { sentLists } from '../form/recordCalls.ts'
import { DeviceSwitch, ownDevice, PreviewFrame } from '../form/PreviewFrame.tsx'

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

type Pages = Readonly<Partial<Record<PreviewDevice, string>>>

/** The page of a record as visitors would see it, at the width of either device. */
export function PagePreview({ page, id, values, display, tools, onClose }: Props) {
  const [device, setDevice] = useState(ownDevice)
  const load = async (signal: AbortSignal, pages: Pages = {}): Promise<Pages> => {
    if (pages[device] !== undefined) return pages
    // The server validates it, such as the location.
    const input = { ...values, ...sentLists(page, values), kind: page, device, recordId: id || null } as InputOf<'pagePreview'>
    return { ...pages, [device]: (await api('pagePreview', input, signal)).html }
  }
  const { data: pages, state, why, refused, refresh } = useLoaded(load, [device], {
    messageFor(cause) {
      const label = cause instanceof CallError && cause.field !== undefined ? display[cause.field]?.label : undefined
      return (label ? `${label}：` : '') + messageOf(cause, '预览没有打开，请重试')
    },
  })
  const html = pages?.[device]
  const failed = state === 'failed'

  return (
    <Modal open tall title="预览" width="92%" tools={<>{tools}<DeviceSwitch device={device} onChange={setDevice} /></>} onClose={onClose}>
      <div className="page-preview fill center muted" tabIndex={-1} aria-busy={html === undefined && !failed}>
        <PreviewFrame device={device} html={html} onEscape={onClose} />
        {html === undefined && !failed && <p role="status">正在生成预览…</p>}
        {failed && <FormFailed message={why} onRetry={refused ? undefined : refresh} />}
      </div>
    </Modal>
  )
}
