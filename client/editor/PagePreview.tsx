import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { RichText } from '../ui/RichText.tsx'

const widths = [
  ['电脑', 1200],
  ['手机', 390],
] as const

/** The content as the site will show it, on a wide page and on a narrow one. */
export function PagePreview({ html, onClose }: { html: string; onClose(): void }) {
  const box = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLDivElement>(null)
  const page = useRef<HTMLDivElement>(null)
  const [width, setWidth] = useState<number>(1200)

  useEffect(() => {
    box.current?.showModal()
  }, [])
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, page.current]
    if (!outer || !inner) return
    // A page that is wider than this window is shown smaller, never narrower.
    const fit = (): void => {
      const scale = Math.min(1, outer.clientWidth / width)
      inner.style.inlineSize = `${width}px`
      inner.style.transform = `scale(${scale})`
      inner.style.marginInline = `${Math.max(0, (outer.clientWidth - width * scale) / 2)}px`
      inner.style.marginBlockEnd = `${(scale - 1) * inner.offsetHeight}px`
    }
    fit()
    const observer = new ResizeObserver(fit)
    observer.observe(outer)
    observer.observe(inner)
    return () => observer.disconnect()
  }, [width])

  const leave = (): void => {
    box.current?.close()
    onClose()
  }
  return (
    <dialog ref={box} className="editor-preview" aria-label="预览" onCancel={leave} onKeyDown={(event) => event.stopPropagation()}>
      <header>
        {widths.map(([name, wide]) => (
          <button key={name} type="button" aria-pressed={wide === width} onClick={() => setWidth(wide)}>
            {name} {wide}
          </button>
        ))}
        <button type="button" onClick={leave}>
          关闭
        </button>
      </header>
      <div ref={frame} className="editor-stage" role="region" aria-label="页面" tabIndex={0}>
        <div ref={page} className={width === 390 ? 'editor-page narrow' : 'editor-page'}>
          <RichText html={html} />
        </div>
      </div>
    </dialog>
  )
}
