import { useSignals } from '@preact/signals-react/runtime'
import { useRef, useState } from 'react'
import type { Operation } from '../../../contract/operations.ts'
import { type AddedRedirects, readableAddress, type RedirectInput } from '../../../contract/redirects.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { keepWork } from '../form/unfinished.ts'
import { isRunning, named } from '../operations/operationWords.ts'
import { pageOfList } from '../list/recordSource.ts'
import { changeOperation, operations, startOperation } from '../operations/operations.ts'
import { siteLink, toast } from '../ui/Toast.tsx'
import { makeGroups } from './groups.ts'
import { addRedirects, importStaged, removeRedirects, type RowResult, takeBack } from './run.ts'
import type { Connection } from './sending.ts'
import type { StagedRecord } from './staged.ts'

export type Run = ReturnType<typeof useRun>

interface Options {
  /** The screen on which it runs, which is not closed without a question. */
  screen: string
  onChanged(): void
}

interface Source {
  lastFirst?: boolean
  /** Old addresses of its lists, which lead to those of this site. */
  lists?: readonly RedirectInput[]
}

/** What is being done with what came of an import. */
interface Activity {
  word: string
  done: number
  total: number
}

const namesOf = (results: readonly RowResult[]): string => named(results.map(({ title }) => title))

const noRedirects: AddedRedirects = { added: [], refused: [] }

/** The import, from its start to what came of it. */
export function useRun({ screen, onChanged }: Options) {
  useSignals()
  const [stage, setStage] = useState<'running' | 'done'>()
  const [total, setTotal] = useState(0)
  const [results, setResults] = useState<readonly RowResult[]>([])
  const [failure, setFailure] = useState('')
  const [paused, setPaused] = useState(false)
  const [offline, setOffline] = useState(false)
  const [activity, setActivity] = useState<Activity>()
  /** Undefined until it was published. */
  const [published, setPublished] = useState<Operation>()
  const controller = useRef<AbortController>(undefined)
  const resume = useRef(() => {})
  const isHeld = useRef(false)
  const [redirects, setRedirects] = useState(noRedirects)

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
  const start = async (rows: readonly StagedRecord[], { lastFirst = false, lists = [] }: Source): Promise<void> => {
    setFailure('')
    setResults([])
    setPublished(undefined)
    setRedirects(noRedirects)
    setTotal(rows.length)
    setStage('running')
    const onProgress = (sofar: readonly RowResult[]): void => {
      setOffline(false)
      setResults(sofar)
    }
    try {
      const tools = connection()
      const groupIds = await makeGroups(rows)
      const made = await importStaged({ rows, lastFirst, groupIds, isPaused, onProgress, ...tools })
      setResults(made)
      setRedirects(await addRedirects(rows, made, lists, tools))
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
    /** Old addresses that lead to what came of it, and in words those that do not. */
    redirectCount: redirects.added.length,
    redirectNotes: redirects.refused.map(({ from, why }) => `旧地址没有保存：${readableAddress(from)}：${why}`),
    paused,
    offline,
    activity: activity && { ...activity, done: operations.value.find(isRunning)?.done ?? activity.done },
    isPublished: published !== undefined,
    canUnpublish: published !== undefined && published.canUndo,
    hold,
    start,
    stop(): void {
      controller.current?.abort()
      resume.current()
    },
    publish: (): Promise<void> =>
      perform('发布', done.length, async () => {
        // What was saved last is first in the lists.
        const rows = done.map(({ kind, id }) => ({ kind, id })).reverse()
        const [last] = done.slice(-1)
        const href = done.length === 1 ? last?.address : last && pageOfList(last.kind)
        const link = href === undefined ? undefined : siteLink(href)
        const operation = await startOperation('publish', rows, {}, { link }, true)
        if (!operation) return
        const notes = new Map(operation.failed.map(({ id, note }) => [id, note]))
        setResults(done.map((result) => ({ ...result, failed: notes.get(result.id) ?? '' })))
        setPublished(operation)
      }),
    unpublish: (): Promise<void> =>
      perform('撤销发布', published?.done ?? 0, async () => {
        if (!published) return
        await changeOperation('Undo', published.id)
        const { left } = await api('operationDetail', { id: published.id })
        setResults(done.filter(({ id }) => !left.some((each) => each.id === id)))
        setPublished(undefined)
      }),
    takeBack: (): Promise<void> =>
      perform('撤销', done.length, async (onStep, tools) => {
        const left = await takeBack(done, onStep, tools)
        await removeRedirects(redirects.added).catch(() => {})
        if (left.length > 0) toast(`${namesOf(left)}没有撤销，已经发布，或者有人改过`, 'bad')
        else toast('已撤销这次导入')
        setStage(undefined)
      }),
    /** What came of it was seen. */
    end: () => setStage(undefined),
  }
}
