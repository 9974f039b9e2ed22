interface Props {
  words: string
  /** What the row is called. */
  row: string
  bad?: boolean
  onClick(): void
}

/** What can be done with one row. */
export function RowButton({ words, row, bad, onClick }: Props) {
  return (
    <button type="button" className={bad ? 'link bad' : 'link'} aria-label={`${words}：${row}`} onClick={onClick}>
      {words}
    </button>
  )
}
