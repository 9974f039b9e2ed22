import { Button } from '../ui/buttons.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'

/** Saves everything that matches the search, from all pages, as one file. */
export function ExportButton({ count, save }: { count: number; save(): Promise<void> }) {
  const [locked, run, busy] = useRepeatGuard()
  return (
    <Button
      icon="download"
      busy={busy}
      disabled={locked || count === 0}
      onClick={() => run(save, '导出失败，请稍后重试')}
    >
      导出
    </Button>
  )
}
