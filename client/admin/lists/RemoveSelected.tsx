import { AdminIcon } from '../ui/AdminIcon.tsx'

interface Props {
  count: number
  /** While they are being deleted. */
  step: { done: number; of: number } | undefined
  onClick(): void
}

export function RemoveSelected({ count, step, onClick }: Props) {
  if (count === 0 && !step) return null
  return (
    <button type="button" className="button bad bulk" aria-disabled={step !== undefined} onClick={onClick}>
      <AdminIcon name="trash" />
      {step && step.of > 1 ? `正在删除 ${step.done + 1}/${step.of}` : `删除所选 (${count})`}
    </button>
  )
}
