import { useRef } from 'react'
import type { PreviewDevice } from '../../../contract/calls/rules.ts'
import { isPhone } from '../../../contract/site/twins.ts'
import { useSize } from '../../ui/useSize.ts'

const previewSizes = {
  desktop: { label: '电脑', width: 1280, maxHeight: Infinity },
  phone: { label: '手机', width: 390, maxHeight: 844 },
} as const

/** What a preview shows first. */
export const ownDevice = (): PreviewDevice => (isPhone(navigator.userAgent) || innerWidth < 768 ? 'phone' : 'desktop')

interface Props {
  device: PreviewDevice
  html: string | undefined
  /** With the document of the page, each time it has loaded. */
  onShown?(page: Document): void
  onEscape?(): void
}

/** A page at the width of a device. If that is wider than the available space, the page is scaled down, never made narrower. */
export function PreviewFrame({ device, html, onShown, onEscape }: Props) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)

  useSize(
    stage,
    ({ clientWidth, clientHeight }) => {
      const { width, maxHeight } = previewSizes[device]
      if (!frame.current) return
      const { style } = frame.current
      const scale = Math.min(1, clientWidth / width)
      const height = Math.min(maxHeight, clientHeight / scale)
      style.width = `${width}px`
      style.height = `${height}px`
      style.transform = `translate(${(clientWidth - width * scale) / 2}px, ${(clientHeight - height * scale) / 2}px) scale(${scale})`
    },
    [device, html],
  )

  const onLoad = (): void => {
    const inside = frame.current?.contentDocument
    if (!inside) return
    // Its link would resolve to an address of the back office.
    inside.querySelector('.skip')?.remove()
    // Key events in the frame do not reach this document.
    inside.addEventListener('keydown', (event) => event.key === 'Escape' && onEscape?.())
    // On a phone the scroll bar overlays the page.
    if (device === 'phone')
      Object.assign(inside.documentElement.style, { scrollbarWidth: 'none', scrollbarGutter: 'auto' })
    onShown?.(inside)
  }

  return (
    <div className="preview-stage" ref={stage}>
      {html !== undefined && (
        <iframe
          key={device}
          ref={frame}
          title="页面预览"
          className={device}
          // No script runs in it; links open in a tab of their own.
          sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          // Nor may a field in it get the focus.
          srcDoc={html.replaceAll(/ autofocus(?:="")?(?=[ >\/])/gi, '')}
          onLoad={onLoad}
        />
      )}
    </div>
  )
}

export function DeviceSwitch({ device, onChange }: { device: PreviewDevice; onChange(device: PreviewDevice): void }) {
  return (
    <div className="switch" role="group" aria-label="设备">
      {(Object.keys(previewSizes) as PreviewDevice[]).map((size) => (
        <button
          key={size}
          type="button"
          aria-pressed={size === device}
          data-autofocus={size === device || undefined}
          onClick={() => onChange(size)}
        >
          {previewSizes[size].label}
        </button>
      ))}
    </div>
  )
}
