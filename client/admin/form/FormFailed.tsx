import { AdminIcon } from '../ui/AdminIcon.tsx'
import { RetryButton } from '../ui/RetryButton.tsx'

interface Props {
  message: string
  /** Missing if the form can be sent again instead. */
  onRetry?: (() => void) | undefined
  /** False beside fields that somebody may be typing into. */
  autoFocus?: boolean
}

export function FormFailed({ message, onRetry, autoFocus = true }: Props) {
  return (
    <div className="form-failed notice row wraps boxed" role="alert">
      <AdminIcon name="warning" />
      <p>{message}</p>
      {onRetry && <RetryButton autoFocus={autoFocus} onRetry={onRetry} />}
    </div>
  )
}
