import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ParsedOf, InputOf } from '../../../contract/calls.ts'
import type { PreviewDevice } from '../../../contract/rules.ts'
import { isPhone } from '../../../contract/twins.ts'
import { CallError } from '../../lib/callError.ts'
import { api } from '../api.ts'
import type { Words } from '../lists/list.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { messageOf } from './form.ts'

interface Props {
  page: ParsedOf<'pagePreview'>['kind']
  /** '' for a new record. */
  id: string
  values: Words
  /** How a field that is refused is called. */
  looks: Readonly<Record<string, { label: string }>>
  onClose(): void
}

const devices = [
  { device: 'desktop', words: '电脑', width: 1280, most: Infinity },
  { device: 'phone', words: '手机', width: 390, most: 844 },
] as const

const ownDevice = (): PreviewDevice => (isPhone(navigator.userAgent) || innerWidth < 768 ? 'phone' : 'desktop')

/** The page of a record as visitors would see it, at the width of either device. */
export function PagePreview({ page, id, values, looks, onClose }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const [device, setDevice] = useState(ownDevice)
  const [drawn, setDrawn] = useState<Partial<Record<PreviewDevice, string>>>({})
  const [failure, setFailure] = useState('')
  const [tries, setTries] = useState(0)
  const html = drawn[device]

  useEffect(() => {
    if (html !== undefined) return
    const asked = new AbortController()
    setFailure('')
    // The server asks the rules, by which a location is one.
    const sent = { ...values, kind: page, device, recordId: id || null } as InputOf<'pagePreview'>
    api('pagePreview', sent, asked.signal).then(
      (reply) => {
        if (!asked.signal.aborted) setDrawn((before) => ({ ...before, [device]: reply.html }))
      },
      (cause: unknown) => {
        if (asked.signal.aborted) return
        const label = cause instanceof CallError && cause.field !== undefined ? looks[cause.field]?.label : undefined
        setFailure((label ? `${label}：` : '') + messageOf(cause, '预览没有打开，请重试'))
      },
    )
    return () => asked.abort()
  }, [device, tries])

  useLayoutEffect(() => {
    const [outer, inner] = [stage.current, frame.current]
    const size = devices.find((each) => each.device === device)
    if (!outer || !inner || !size) return
    // A page that is wider than this window is shown smaller, never narrower.
    const fit = (): void => {
      const { clientWidth, clientHeight } = outer
      const scale = Math.min(1, clientWidth / size.width)
      const height = Math.min(size.most, clientHeight / scale)
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
    // Its address would be one of the back office.
    inside.querySelector('.skip')?.remove()
    // Keys that are pressed in the frame are not heard outside of it.
    inside.addEventListener('keydown', (event) => event.key === 'Escape' && onClose())
    // On a phone the bar lies over the page and takes no width from it.
    if (device === 'phone') Object.assign(inside.documentElement.style, { scrollbarWidth: 'none', scrollbarGutter: 'auto' })
  }

  const tools = (
    <div className="switch" role="group" aria-label="设备">
      {devices.map(({ device: each, words }) => (
        <button key={each} type="button" aria-pressed={each === device} data-autofocus={each === device || undefined} onClick={() => setDevice(each)}>
          {words}
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
            <button type="button" className="button" onClick={() => setTries(tries + 1)}>
              重试
            </button>
          </p>
        )}
      </div>
    </Modal>
  )
}
