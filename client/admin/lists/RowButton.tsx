interface Props {
  label: string
  /** What the row is called. */
  row: string
  bad?: boolean
  onClick(): void
}

/** An action on one row. */
export const RowButton = ({ label, row, bad, onClick }: Props) => (
  <button type="button" className={bad ? 'link bad' : 'link'} aria-label={`${label}：${row}`} onClick={onClick}>
    {label}
  </button>
)
