import { useEffect, useMemo, useRef, useState } from 'react'
import { messages } from '../../../contract/rules.ts'
import { confirm } from '../ui/confirm.tsx'
import { toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import type { Words } from './list.ts'
import { reasonOf, removeAll, removalSummary, severalQuestion } from './removeAll.ts'
import type { UsedList } from './useList.ts'

interface Options<Row, F extends Words> {
  list: UsedList<Row, F>
  rowId(row: Row): string
  rowName(row: Row): string
  question(row: Row): string
  remove(id: string): Promise<unknown>
  /** Where the server deletes several in one call. */
  removeSeveral?(ids: readonly string[]): Promise<unknown>
  /**
   * After the list has been refreshed, and the button that deletes several has gone; with the place that the first of them had in the list.
   */
  onRemoved(index: number): unknown
}

export interface Removing<Row> {
  step: { done: number; of: number } | undefined
  removeRow(row: Row): Promise<void>
  removeSelected(): Promise<void>
}

/**
 * Deletes a row or the selected rows after a confirmation; a refusal shows the server's message. Returns the same object until `step`
 * changes.
 */
export function useRemoving<Row, F extends Words>({
  list, rowId, rowName, question, remove, removeSeveral, onRemoved,
}: Options<Row, F>): Removing<Row> {
  const busy = useRef(false)
  /** Closes the message of the last try. */
  const closeFailure = useRef<() => void>(undefined)
  const [step, setStep] = useState<{ done: number; of: number }>()
  const removedIndex = useRef<number>(undefined)

  useEffect(() => {
    const index = removedIndex.current
    if (step || index === undefined) return
    removedIndex.current = undefined
    onRemoved(index)
  }, [step])

  /** Undefined, or reason some were not deleted. */
  async function tryToRemove(ids: readonly string[]): Promise<string | undefined> {
    if (removeSeveral && ids.length > 1) {
      setStep({ done: 0, of: 1 })
      return removeSeveral(ids).then(() => undefined, reasonOf)
    }
    const result = await removeAll(ids, remove, (done) => setStep({ done, of: ids.length }))
    if (result.failed.length === 0) return undefined
    return ids.length === 1 ? result.failed[0]?.reason : removalSummary(result)
  }

  async function run(message: string, ids: readonly string[]): Promise<void> {
    if (busy.current || ids.length === 0) return
    busy.current = true
    const index = list.rows.findIndex((row) => ids.includes(rowId(row)))
    try {
      if (!(await confirm(message, { ok: '删除' }))) return
      closeFailure.current?.()
      const reason = await tryToRemove(ids)
      if (reason === undefined) toast(messages.deleted, 'good')
      else closeFailure.current = toast(reason, 'bad')
      await list.refresh()
      removedIndex.current = index
    } finally {
      busy.current = false
      setStep(undefined)
    }
  }

  const removeRow = useStable((row: Row): Promise<void> => run(question(row), [rowId(row)]))
  const removeSelected = useStable((): Promise<void> => {
    const names = list.rows.filter((row) => list.selected.has(rowId(row))).map(rowName)
    return run(severalQuestion(names), [...list.selected])
  })
  return useMemo(() => ({ step, removeRow, removeSelected }), [step])
}
