import type { MouseEvent } from 'react'
import { Button } from './buttons.tsx'

interface Props {
  onRetry(): void
  autoFocus?: boolean
}

/** Tries again what is around it, and focuses that: the button goes away, and the focus would start again at the top of the page. */
export function RetryButton({ onRetry, autoFocus = false }: Props) {
  const onClick = ({ currentTarget }: MouseEvent): void => {
    const around = currentTarget.closest<HTMLElement>('.data, [tabindex="-1"]')
    // The rows of a table are in a box of their own.
    const target = around?.querySelector<HTMLElement>('.data-box') ?? around
    target?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <Button icon="refresh" autoFocus={autoFocus} onClick={onClick}>
      重试
    </Button>
  )
}
