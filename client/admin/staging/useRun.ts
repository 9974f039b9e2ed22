import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { kinds, pageAddress } from '../../../contract/kinds.ts'
import type { Operation } from '../../../contract/operations.ts'
import { messageOf } from '../../lib/callError.ts'
import { keepWork } from '../form/unfinished.ts'
import { pageOfList } from '../list/recordSource.ts'
import { changeOperation, follow, onOperationEnd, operations, startOperation } from '../operations/operations.ts'
import { hasEnded, isUndone } from '../operations/operationWords.ts'
import { type SiteLink, siteLink } from '../ui/Toast.tsx'
import { type ImportedRow, type ImportSource, sendImport } from './sendImport.ts'

export type Run = ReturnType<typeof useRun>

/** An import, from its start to what came of it. It ends with its screen only while this tab sends it. */
export function useRun(screen: string) {
  useSignals()
  const [rows, setRows] = useState<readonly ImportedRow[]>([])
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failure, setFailure] = useState('')
  const [paused, setPaused] = useState(false)
  const [offline, setOffline] = useState(false)
  const [busy, setBusy] = useState(false)
  const [operation, setOperation] = useOperation()
  /** Undefined until it was published. */
  const [publication, setPublication] = useOperation()
  const controller = useRef<AbortController>(undefined)
  const pause = useRef(Promise.resolve())
  const resume = useRef(() => {})

  const hold = (held: boolean): void => {
    setPaused(held)
    if (held) pause.current = new Promise((resolve) => (resume.current = resolve))
    else resume.current()
  }
  const end = (): void => {
    setOperation(undefined)
    setPublication(undefined)
    setFailure('')
  }
  const start = async (source: ImportSource): Promise<void> => {
    const own = new AbortController()
    controller.current = own
    keepWork(screen, 'import', { unsaved: () => !own.signal.aborted, end: () => own.abort() })
    own.signal.addEventListener('abort', () => resume.current())
    const onProgress = (done: number): void => {
      setOffline(false)
      setProgress({ done, total: source.rows.length })
    }
    end()
    onProgress(0)
    try {
      const sent = await sendImport(source, {
        signal: own.signal,
        onOffline: () => setOffline(true),
        isPaused: () => pause.current,
        onProgress,
      })
      setRows(sent.rows)
      setOperation(sent.operation)
      void follow(sent.operation).catch(() => {})
    } catch (cause) {
      if (!own.signal.aborted) setFailure(messageOf(cause, '没有导入成功，请重试'))
    }
    own.abort()
    hold(false)
    setProgress(undefined)
  }
  /** Nothing else is begun before the server has replied. */
  const once = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await work()
    setBusy(false)
  }

  const isPublished = publication !== undefined && !isUndone(publication)
  const outcome = isPublished ? publication : operation
  const made = draftsOf(rows, operation).filter(({ id }) => !publication?.left.some((each) => each.id === id))
  const drafts = made.filter(({ row }) => !row.made?.isPublished)
  const linked = made.length - drafts.length
  return {
    /** There is something to be seen of it. */
    isOpen: progress !== undefined || (operation !== undefined && operation.state !== 'undone'),
    progress,
    paused,
    offline,
    failure,
    busy,
    /** What the server does with it now. */
    running: [operation, publication].find((each) => each && !hasEnded(each)),
    operation,
    rows,
    drafts,
    /** How many were there, and are led to from their old addresses now. */
    linked,
    isPublished,
    /** Of the import or, after it, of the publication. */
    outcome,
    /** How many became drafts and are no more than that, or were published. */
    count: outcome
      ? outcome.done - outcome.failedCount - (publication?.leftCount ?? 0) - (isPublished ? 0 : linked)
      : 0,
    hold,
    start,
    stop: (): void => controller.current?.abort(),
    publish: (): Promise<void> =>
      once(async () => {
        // What was saved last is first in the lists.
        const newest = drafts.map(({ row, id }) => ({ kind: row.kind, id })).reverse()
        const begun = await startOperation('publish', newest, {}, { link: linkOf(drafts) })
        if (begun) setPublication(begun)
      }),
    /** What was done last. */
    undo: (): Promise<void> => once(async () => outcome && changeOperation('Undo', outcome.id)),
    /** What came of it was seen. */
    end,
  }
}

/** One that is begun here, as it is now, whatever changes it. */
function useOperation() {
  const [begun, setBegun] = useState<Operation>()
  const id = begun?.id
  useEffect(
    () =>
      onOperationEnd(async (ended) => {
        if (ended.id === id) setBegun(ended)
      }),
    [id],
  )
  return [operations.value.find((each) => each.id === id) ?? begun, setBegun] as const
}

/** To the only one, or the list that the last one is in. */
function linkOf(drafts: readonly ImportedRow[]): SiteLink | undefined {
  const [last] = drafts.slice(-1)
  if (!last) return undefined
  const { kind, fields } = last.row
  const href = drafts.length === 1 ? pageAddress(kinds[kind], last.id, fields) : pageOfList(kind)
  return href === undefined ? undefined : siteLink(href)
}

/** One that was stopped has not come to all of them. */
function draftsOf(rows: readonly ImportedRow[], operation: Operation | undefined): readonly ImportedRow[] {
  const failed = new Set(operation?.failed.map(({ id }) => id))
  return rows.slice(0, operation?.done ?? 0).filter(({ id }) => !failed.has(id))
}
