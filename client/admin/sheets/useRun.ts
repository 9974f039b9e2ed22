import { useRef, useState } from 'react'
import { kinds } from '../../../contract/kinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { keepWork } from '../form/unfinished.ts'
import { named } from '../operations/operationWords.ts'
import { addressOf, pageOfList } from '../list/recordSource.ts'
import { siteLink, toast } from '../ui/Toast.tsx'
import { type Connection, type Progress, type RowResult, takeBack } from './importing.ts'
import { publishAll, type PublishUndo, unpublishAll } from './publishing.ts'

export type Run = ReturnType<typeof useRun>

/** What the work of an import is given: it stops where it is aborted, and waits where it is held. */
export interface RunTools extends Connection {
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

/** What is being done with what came of an import. */
interface Activity {
  word: string
  done: number
  total: number
}

const namesOf = (results: readonly RowResult[]): string => named(results.map(({ title }) => title))

/** The import, from its start to what came of it. */
export function useRun({ screen, onChanged, undoMore }: Options) {
  const [stage, setStage] = useState<'running' | 'done'>()
  const [total, setTotal] = useState(0)
  const [results, setResults] = useState<readonly RowResult[]>([])
  const [failure, setFailure] = useState('')
  const [paused, setPaused] = useState(false)
  const [offline, setOffline] = useState(false)
  const [activity, setActivity] = useState<Activity>()
  /** What publishing has replaced; undefined until it was published. */
  const [undos, setUndos] = useState<readonly PublishUndo[]>()
  const controller = useRef<AbortController>(undefined)
  const resume = useRef(() => {})
  const isHeld = useRef(false)
  const drafts = useRef<readonly RowResult[]>([])

  const isPaused = (): Promise<void> =>
    isHeld.current ? new Promise((resolve) => (resume.current = resolve)) : Promise.resolve()
  const hold = (held: boolean): void => {
    isHeld.current = held
    setPaused(held)
    if (!held) resume.current()
  }
  const connection = (): Connection => {
    const own = new AbortController()
    controller.current = own
    keepWork(screen, 'import', { unsaved: () => !own.signal.aborted, end: () => own.abort() })
    return { signal: own.signal, onOffline: () => setOffline(true) }
  }
  const finish = (): void => {
    controller.current?.abort()
    setOffline(false)
    setActivity(undefined)
    onChanged()
  }
  const start = async (count: number, work: (tools: RunTools) => Promise<readonly RowResult[]>): Promise<void> => {
    setFailure('')
    setResults([])
    setUndos(undefined)
    setTotal(count)
    setStage('running')
    const onProgress = ({ results: sofar }: Pick<Progress, 'results'>): void => {
      setOffline(false)
      setResults([...sofar])
    }
    try {
      setResults(await work({ ...connection(), isPaused, onProgress }))
    } catch (cause) {
      setFailure(messageOf(cause, '没有导入成功，请重试'))
    }
    hold(false)
    setStage('done')
    finish()
  }
  /** One after the other, with how far it is. */
  const perform = async (
    word: string,
    count: number,
    work: (onStep: (done: number) => void, connection: Connection) => Promise<unknown>,
  ): Promise<void> => {
    if (activity) return
    setActivity({ word, done: 0, total: count })
    const onStep = (done: number): void => {
      setOffline(false)
      setActivity({ word, done, total: count })
    }
    await work(onStep, connection())
    finish()
  }
  const done = results.filter(({ failed }) => failed === '')
  return {
    stage,
    total,
    results,
    failure,
    paused,
    offline,
    activity,
    isPublished: undos !== undefined,
    canUnpublish: undos !== undefined && undos.length > 0,
    hold,
    start,
    stop(): void {
      controller.current?.abort()
      resume.current()
    },
    publish: (): Promise<void> =>
      perform('发布', done.length, async (onStep, tools) => {
        drafts.current = done
        const published = await publishAll(done, onStep, tools)
        setResults(published.results)
        setUndos(published.undos)
        const failed = published.results.filter((result) => result.failed !== '').length
        const { length } = published.undos
        const [first] = published.undos
        const href =
          first && length === 1
            ? addressOf(kinds[first.kind], first.id, first.before.draft ?? {})
            : first && pageOfList(first.kind)
        if (failed === 0) toast(`已发布${length}条`, 'good', href === undefined ? undefined : siteLink(href))
        else toast(`已发布${length}条，${failed}条没有发布`, 'info')
      }),
    unpublish: (): Promise<void> =>
      perform('撤销发布', undos?.length ?? 0, async (onStep, tools) => {
        const versions = await unpublishAll(undos ?? [], onStep, tools)
        const isLeft = ({ id }: RowResult): boolean => versions.has(id) && versions.get(id) === undefined
        const left = drafts.current.filter(isLeft)
        const others = drafts.current.filter((draft) => !isLeft(draft))
        setResults(others.map((draft) => ({ ...draft, version: versions.get(draft.id) ?? draft.version })))
        setUndos(undefined)
        if (left.length > 0) toast(`${namesOf(left)}没有撤销，后来又有人修改或删除过`, 'bad')
        else toast('已撤销发布，访客看到的和发布以前一样')
      }),
    takeBack: (): Promise<void> =>
      perform('撤销', done.length, async (onStep, tools) => {
        const left = await takeBack(done, onStep, tools)
        await undoMore?.().catch(() => {})
        if (left.length > 0) toast(`${namesOf(left)}没有撤销，已经发布，或者有人改过`, 'bad')
        else toast('已撤销这次导入')
        setStage(undefined)
      }),
    /** What came of it was seen. */
    end: () => setStage(undefined),
  }
}
