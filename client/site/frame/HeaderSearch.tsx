import type { KeyboardEvent, ToggleEvent } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'

/** A `details` opens without a script as well. */
export const HeaderSearch = () => (
  <details className="search" onToggle={focusInput} onKeyDown={closeByEscape}>
    <summary className="center" aria-label="搜索">
      <Icon name="search" />
    </summary>
    <div className="search-panel">
      <SearchForm />
    </div>
  </details>
)

function focusInput({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.querySelector('input')?.focus()
}

function closeByEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { key, currentTarget } = event
  if (key !== 'Escape' || !currentTarget.open) return
  // The browser would empty the field.
  event.preventDefault()
  currentTarget.open = false
  currentTarget.querySelector('summary')?.focus()
}
