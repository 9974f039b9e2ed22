import { useSignals } from '@preact/signals-react/runtime'
import { useEffect, useRef, useState } from 'react'
import { type KindName, kindNames } from '../../../contract/kinds/kinds.ts'
import type { Operation } from '../../../contract/calls/operations.ts'
import { messageOf } from '../../lib/callError.ts'
import { keepWork } from '../form/unfinished.ts'
import { confirmPublication, loadPublication } from '../list/loadPublication.ts'
import { changeOperation, follow, onOperationEnd, operations, startOperation } from '../acts/operations.ts'
import { hasEnded, isUndone } from '../acts/operationWords.ts'
import { confirm } from '../ui/confirm.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import { type ImportedRow, type ImportSource, sendImport } from './sendImport.ts'

export type Run = ReturnType<typeof useRun>

/** An import, from its start to what came of it. It ends with its screen only while this tab sends it. */
export function useRun(screen: string) {
  useSignals()
  const [rows, setRows] = useState<readonly ImportedRow[]>([])
  const [progress, setProgress] = useState<{ done: number; total: number }>()
  const [failure, setFailure] = useState('')
  const [offline, setOffline] = useState(false)
  const [busy, guard] = useRepeatGuard()
  const [operation, setOperation] = useOperation()
  /** Undefined until it was published. */
  const [publication, setPublication] = useOperation()
  const [leftOut, setLeftOut] = useState<readonly { id: string; title: string; words: string }[]>([])
  const controller = useRef<AbortController>(undefined)

  const end = (): void => {
    setOperation(undefined)
    setPublication(undefined)
    setFailure('')
  }
  const start = async (source: ImportSource): Promise<void> => {
    const stopping = new AbortController()
    controller.current = stopping
    keepWork(screen, 'import', { unsaved: () => !stopping.signal.aborted, end: () => stopping.abort() })
    const onProgress = (done: number): void => {
      setOffline(false)
      setProgress({ done, total: source.rows.length })
    }
    end()
    onProgress(0)
    try {
      const sent = await sendImport(source, {
        signal: stopping.signal,
        onOffline: () => setOffline(true),
        onProgress,
      })
      setRows(sent.rows)
      setOperation(sent.operation)
      void follow(sent.operation).catch(() => {})
    } catch (cause) {
      if (!stopping.signal.aborted) setFailure(messageOf(cause, '没有导入成功，请重试'))
    }
    stopping.abort()
    setProgress(undefined)
  }
  /** Nothing else is begun before the server has replied. */

  const isPublished = publication !== undefined && !isUndone(publication)
  const outcome = isPublished ? publication : operation
  const made = draftsOf(rows, operation).filter(({ id }) => !publication?.left.some((each) => each.id === id))
  const drafts = made.filter(({ row }) => !row.made?.isPublished)
  const linked = made.length - drafts.length
  return {
    /** There is something to be seen of it. */
    isOpen: progress !== undefined || (operation !== undefined && operation.state !== 'undone'),
    progress,
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
    publication,
    /** What was not published with the others, and why. */
    leftOut: isPublished ? leftOut : [],
    /** Of the import or, after it, of the publication. */
    outcome,
    /** How many became drafts and are no more than that, or were published. */
    count: outcome
      ? outcome.done - outcome.failedCount - (publication?.leftCount ?? 0) - (isPublished ? 0 : linked)
      : 0,
    start,
    /** Resolves to whether it may be closed. */
    async stop(): Promise<boolean> {
      const question = '还没有传完，传完以后才存成草稿。已经传的留着：以后放入同一份文件，会接着传。'
      if (progress && !(await confirm(question, { ok: '停止导入', cancel: '继续导入' }))) return false
      controller.current?.abort()
      return true
    },
    publish: () =>
      guard(async () => {
        // What was saved last is first in the lists.
        const newest = [...drafts].reverse()
        const idsOf = (kind: KindName) => newest.flatMap(({ row, id }) => (row.kind === kind ? [id] : []))
        const load = () => Promise.all(kindNames.map((kind) => loadPublication(kind, idsOf(kind))))
        const { rows, leftOut, link } = await confirmPublication('', load, '仍然发布')
        if (rows.length === 0) return
        const begun = await startOperation('publish', rows, {}, { link })
        if (begun) setPublication(begun)
        setLeftOut(leftOut)
      }),
    /** What was done last. */
    undo: () => guard(async () => outcome && changeOperation('Undo', outcome.id)),
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

/** One that was stopped has not come to all of them. */
function draftsOf(rows: readonly ImportedRow[], operation: Operation | undefined): readonly ImportedRow[] {
  const failed = new Set(operation?.failed.map(({ id }) => id))
  return rows.slice(0, operation?.done ?? 0).filter(({ id }) => !failed.has(id))
}
