import { type ToggleEvent, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import { useFramePanel } from './useFramePanel.ts'

/** A `details` opens without a script as well. */
export function HeaderSearch() {
  const panel = useRef<HTMLDetailsElement>(null)
  const opened = useFramePanel('search', panel)
  return (
    <details className="search" ref={panel} onToggle={focusInput}>
      <summary className="center" aria-label="搜索">
        <Icon name={opened ? 'close' : 'search'} />
      </summary>
      <div className="search-panel">
        <SearchForm />
      </div>
    </details>
  )
}

function focusInput({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.querySelector('input')?.focus()
}
