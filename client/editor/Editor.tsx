interface Props {
  value: string
  onChange(html: string): void
  upload(file: File, onProgress: (share: number) => void, signal: AbortSignal): Promise<string>
  label: string
  disabled?: boolean
}

export function Editor({ value, onChange, label, disabled = false }: Props) {
  return <textarea aria-label={label} value={value} disabled={disabled} onChange={(event) => onChange(event.target.value)} />
}
