import { useRef, useState } from 'react'
import { messageOf } from '../../lib/callError.ts'
import { keepWork } from '../form/unfinished.ts'
import { toast } from '../ui/Toast.tsx'
import { type Progress, publishAll, type RowResult, takeBack } from './importing.ts'

export type Run = ReturnType<typeof useRun>

/** What the work of an import is given: it stops where it is aborted, and waits where it is held. */
export interface RunTools {
  signal: AbortSignal
  isPaused(): Promise<void>
  onProgress(progress: Pick<Progress, 'results'>): void
}

interface Options {
  /** The screen on which it runs, which is not closed without a question. */
  screen: string
  onChanged(): void
  /** Takes back what it has done besides drafts. */
  undoMore?(): Promise<unknown>
}

/** The import, from its start to what came of it. */
export function useRun({ screen, onChanged, undoMore }: Options) {
  const [stage, setStage] = useState<'running' | 'done'>()
  const [total, setTotal] = useState(0)
  const [results, setResults] = useState<readonly RowResult[]>([])
  const [failure, setFailure] = useState('')
  const [paused, setPaused] = useState(false)
  const [published, setPublished] = useState<number>()
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
  const start = async (count: number, work: (tools: RunTools) => Promise<readonly RowResult[]>): Promise<void> => {
    const own = new AbortController()
    const { signal } = own
    controller.current = own
    keepWork(screen, 'import', { unsaved: () => !signal.aborted, end: () => own.abort() })
    setFailure('')
    setResults([])
    setPublished(undefined)
    setTotal(count)
    setStage('running')
    try {
      setResults(await work({ signal, isPaused, onProgress: ({ results: sofar }): void => setResults([...sofar]) }))
    } catch (cause) {
      setFailure(messageOf(cause, '没有导入成功，请重试'))
    }
    own.abort()
    hold(false)
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
      const all = await publishAll(done, setPublished)
      setResults(all)
      const failed = all.filter((result) => result.failed !== '').length
      toast(
        failed === 0 ? `已发布${all.length}条` : `已发布${all.length - failed}条，${failed}条没有发布`,
        failed ? 'info' : 'good',
      )
      onChanged()
    },
    async takeBack(): Promise<void> {
      const failed = await takeBack(done)
      await undoMore?.().catch(() => {})
      if (failed > 0) toast(`有${failed}条没有撤销，它们已经发布或被改过`, 'bad')
      else toast('已撤销这次导入')
      setStage(undefined)
      onChanged()
    },
    /** What came of it was seen. */
    end: () => setStage(undefined),
  }
}
