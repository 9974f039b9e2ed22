import { useRef, useState } from 'react'
import { kinds } from '../../../contract/kinds.ts'
import { sheetFields } from '../../../contract/sheetColumns.ts'
import type { SheetKind } from '../../../contract/sheetKinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { keepWork } from '../form/unfinished.ts'
import { toast } from '../ui/Toast.tsx'
import { importRows, makeGroups, publishAll, type RowResult, takeBack } from './importing.ts'
import type { PlannedRow } from './plan.ts'

export type Run = ReturnType<typeof useRun>

/** The import, from its start to what came of it. */
export function useRun(kind: SheetKind, onChanged: () => void) {
  const [stage, setStage] = useState<'running' | 'done'>()
  const [total, setTotal] = useState(0)
  const [results, setResults] = useState<readonly RowResult[]>([])
  const [failure, setFailure] = useState('')
  const [paused, setPaused] = useState(false)
  const [published, setPublished] = useState<number>()
  const rowsOfRun = useRef<readonly PlannedRow[]>([])
  const controller = useRef<AbortController>(undefined)
  const resume = useRef(() => {})
  const isHeld = useRef(false)

  const isPaused = (): Promise<void> =>
    isHeld.current ? new Promise((resolve) => (resume.current = resolve)) : Promise.resolve()
  const hold = (held: boolean): void => {
    isHeld.current = held
    setPaused(held)
    if (!held) resume.current()
  }
  const start = async (rows: readonly PlannedRow[], sheetKey: string): Promise<void> => {
    const own = new AbortController()
    const { signal } = own
    controller.current = own
    keepWork(kinds[kind].screen, 'import', { unsaved: () => !signal.aborted, end: () => own.abort() })
    rowsOfRun.current = rows
    setFailure('')
    setResults([])
    setTotal(rows.length)
    setStage('running')
    try {
      const groupIds = sheetFields[kind].group
        ? await makeGroups(rows.map(({ group }) => group))
        : new Map<string, string>()
      const onProgress = ({ results: sofar }: { results: readonly RowResult[] }): void => setResults([...sofar])
      setResults(await importRows({ kind, rows, groupIds, sheetKey, signal, isPaused, onProgress }))
    } catch (cause) {
      setFailure(messageOf(cause, '没有导入成功，请重试'))
    }
    own.abort()
    setStage('done')
    onChanged()
  }
  const done = results.filter(({ failed }) => failed === '')
  return {
    stage,
    total,
    results,
    failure,
    paused,
    published,
    hold,
    start,
    stop(): void {
      controller.current?.abort()
      resume.current()
    },
    async publish(): Promise<void> {
      setPublished(0)
      const all = await publishAll(kind, done, setPublished)
      setResults(all)
      const failed = all.filter((result) => result.failed !== '').length
      toast(
        failed === 0 ? `已发布${all.length}条` : `已发布${all.length - failed}条，${failed}条没有发布`,
        failed ? 'info' : 'good',
      )
      onChanged()
    },
    async takeBack(): Promise<void> {
      const failed = await takeBack(kind, rowsOfRun.current, done)
      if (failed > 0) toast(`有${failed}条没有撤销，它们已经发布或被改过`, 'bad')
      else toast('已撤销这次导入')
      setStage(undefined)
      onChanged()
    },
  }
}
