import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ParsedOf, InputOf } from '../../../contract/calls.ts'
import type { PreviewDevice } from '../../../contract/rules.ts'
import { isPhone } from '../../../contract/twins.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { messageOf } from './form.ts'
import type { FieldValues } from './mergeFields.ts'

interface Props {
  page: ParsedOf<'pagePreview'>['kind']
  /** '' for a new record. */
  id: string
  values: FieldValues
  /** The labels of the fields, for error messages. */
  looks: Readonly<Record<string, { label: string }>>
  onClose(): void
}

const devices = [
  { device: 'desktop', label: '电脑', width: 1280, maxHeight: Infinity },
  { device: 'phone', label: '手机', width: 390, maxHeight: 844 },
] as const

const ownDevice = (): PreviewDevice => (isPhone(navigator.userAgent) || innerWidth < 768 ? 'phone' : 'desktop')

/** The page of a record as visitors would see it, at the width of either device. */
export function PagePreview({ page, id, values, looks, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [device, setDevice] = useState(ownDevice)
  const [pages, setPages] = useState<Partial<Record<PreviewDevice, string>>>({})
  const [failure, setFailure] = useState('')
  const [attempt, setAttempt] = useState(0)
  const html = pages[device]

  useEffect(() => {
    if (html !== undefined) return
    const request = new AbortController()
    setFailure('')
    // The server validates it, such as the location.
    const input = { ...values, kind: page, device, recordId: id || null } as InputOf<'pagePreview'>
    api('pagePreview', input, request.signal).then(
      (reply) => {
        if (!request.signal.aborted) setPages((before) => ({ ...before, [device]: reply.html }))
      },
      (cause: unknown) => {
        if (request.signal.aborted) return
        const label = cause instanceof CallError && cause.field !== undefined ? looks[cause.field]?.label : undefined
        setFailure((label ? `${label}：` : '') + messageOf(cause, '预览没有打开，请重试'))
      },
    )
    return () => request.abort()
  }, [device, attempt])

  useLayoutEffect(() => {
    const [outer, inner] = [stage.current, frame.current]
    const size = devices.find((each) => each.device === device)
    if (!outer || !inner || !size) return
    // A page that is wider than this window is scaled down, never made narrower.
    const fit = (): void => {
      const { clientWidth, clientHeight } = outer
      const scale = Math.min(1, clientWidth / size.width)
      const height = Math.min(size.maxHeight, clientHeight / scale)
      inner.style.width = `${size.width}px`
      inner.style.height = `${height}px`
      inner.style.transform = `translate(${(clientWidth - size.width * scale) / 2}px, ${(clientHeight - height * scale) / 2}px) scale(${scale})`
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(outer)
    return () => observer.disconnect()
  }, [device, html])

  const onLoad = (): void => {
    const inside = frame.current?.contentDocument
    if (!inside) return
    // Its link would lead to an address of the back office.
    inside.querySelector('.skip')?.remove()
    // Key events in the frame do not reach this document.
    inside.addEventListener('keydown', (event) => event.key === 'Escape' && onClose())
    // On a phone the scroll bar overlays the page.
    if (device === 'phone') Object.assign(inside.documentElement.style, { scrollbarWidth: 'none', scrollbarGutter: 'auto' })
  }

  const tools = (
    <div className="switch" role="group" aria-label="设备">
      {devices.map(({ device: each, label }) => (
        <button key={each} type="button" aria-pressed={each === device} data-autofocus={each === device || undefined} onClick={() => setDevice(each)}>
          {label}
        </button>
      ))}
    </div>
  )
  return (
    <Modal open tall title="预览" width="92%" tools={tools} onClose={onClose}>
      <div className="page-preview" ref={stage} aria-busy={html === undefined && failure === ''}>
        {html !== undefined && (
          <iframe
            key={device}
            ref={frame}
            title="页面预览"
            className={device}
            // No script runs in it; links open in a tab of their own.
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
            srcDoc={html}
            onLoad={onLoad}
          />
        )}
        {html === undefined && failure === '' && <p role="status">正在生成预览…</p>}
        {failure !== '' && (
          <p className="form-failed" role="alert">
            <AdminIcon name="warning" />
            <span>{failure}</span>
            <button type="button" className="button" onClick={() => setAttempt(attempt + 1)}>
              重试
            </button>
          </p>
        )}
      </div>
    </Modal>
  )
}
