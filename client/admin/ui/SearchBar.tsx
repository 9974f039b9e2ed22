import { type ReactNode, useEffect, useRef, useState } from 'react'
import { listen } from '../../lib/listen.ts'
import { ignoreComposingEnter } from './composing.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { Button } from './buttons.tsx'

interface Props {
  children: ReactNode
  onQuery(): void
  onReset(): void
  /** How many fields after the first are filled in: phones fold those. Undefined where there are none. */
  more?: number | undefined
  /** The action of the screen: 新增, 上传图片, 导出. */
  extra?: ReactNode
}

/** "/" focuses its first field. Its buttons are not primary: the primary action of a screen is another. */
export function SearchBar({ children, onQuery, onReset, more, extra }: Props) {
  const box = useRef<HTMLFormElement>(null)
  const [unfolded, setUnfolded] = useState(false)

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
      className={more === undefined || unfolded ? 'search-bar row wraps' : 'search-bar row wraps folded'}
      ref={box}
      role="search"
      onKeyDown={ignoreComposingEnter}
      onSubmit={(event) => {
        event.preventDefault()
        onQuery()
      }}
    >
      {children}
      <div className="search-bar-end row wraps">
        <div className="search-bar-buttons row wraps">
          {more !== undefined && (
            <Button className="search-more" aria-expanded={unfolded} onClick={() => setUnfolded(!unfolded)}>
              {more > 0 ? `更多条件 (${more})` : '更多条件'}
              <AdminIcon name="chevron-down" />
            </Button>
          )}
          <Button onClick={onReset}>重置</Button>
          <Button icon="search" type="submit">查询</Button>
        </div>
        {extra && <div className="search-bar-extra row wraps push">{extra}</div>}
      </div>
    </form>
  )
}

/** In these, a slash is text. */
const textControls = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]'
