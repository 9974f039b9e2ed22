import { LinkButton } from '../ui/buttons.tsx'
interface Props {
  label: string
  /** What the row is called. */
  row: string
  bad?: boolean
  onClick(): void
}

export const RowButton = ({ label, row, bad, onClick }: Props) => (
  <LinkButton bad={bad} aria-label={`${label}：${row}`} onClick={onClick}>{label}</LinkButton>
)
