import { AdminIcon } from '../ui/AdminIcon.tsx'

interface Props {
  message: string
  /** Missing if the form can be sent again instead. */
  onRetry?: (() => void) | undefined
}

export function FormFailed({ message, onRetry }: Props) {
  return (
    <div className="form-failed" role="alert">
      <AdminIcon name="warning" />
      <p>{message}</p>
      {onRetry && (
        <button type="button" className="button" autoFocus onClick={onRetry}>
          重试
        </button>
      )}
    </div>
  )
}
