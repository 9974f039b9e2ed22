interface Props {
  label: string
  /** What the row is called. */
  row: string
  bad?: boolean
  /** A class whose styles draw an icon in place of the label. */
  drawn?: string
  onClick(): void
}

/** An action on one row. */
export function RowButton({ label, row, bad, drawn, onClick }: Props) {
  return (
    <button
      type="button" className={drawn ? `link center ${drawn}` : bad ? 'link bad' : 'link'} aria-label={`${label}：${row}`}
      title={drawn && label} onClick={onClick}
    >
      {!drawn && label}
    </button>
  )
}
