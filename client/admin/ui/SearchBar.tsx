import { type ReactNode, useEffect, useRef } from 'react'
import { listen } from '../../lib/listen.ts'
import { ignoreComposingEnter } from './composing.ts'
import { AdminIcon } from './AdminIcon.tsx'

interface Props {
  /** The fields. */
  children: ReactNode
  onQuery(): void
  onReset(): void
  /** Further buttons: 新增, 上传图片, 导出. */
  extra?: ReactNode
}

/** The key "/" focuses its first field. The primary button of a screen is another one, such as 新增. */
export function SearchBar({ children, onQuery, onReset, extra }: Props) {
  const box = useRef<HTMLFormElement>(null)

  // A hidden view does not listen: Activity runs the cleanup of its effects.
  useEffect(
    () =>
      listen(document, {
        keydown(event) {
          if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented) return
          const target = event.target instanceof Element ? event.target : document.body
          if (target.closest(textControls) || document.querySelector('dialog[open]')) return
          const field = box.current?.querySelector<HTMLInputElement>('input')
          if (!field) return
          event.preventDefault()
          field.focus()
          field.select()
        },
      }),
    [],
  )

  return (
    <form
      className="search-bar"
      ref={box}
      role="search"
      onKeyDown={ignoreComposingEnter}
      onSubmit={(event) => {
        event.preventDefault()
        onQuery()
      }}
    >
      {children}
      <div className="search-bar-buttons">
        <button type="button" className="button" onClick={onReset}>
          重置
        </button>
        <button type="submit" className="button">
          <AdminIcon name="search" />
          查询
        </button>
      </div>
      {extra && <div className="search-bar-extra">{extra}</div>}
    </form>
  )
}

/** Where a slash is typed. */
const textControls = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
