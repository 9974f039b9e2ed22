import { useEffect, useMemo, useRef, useState } from 'react'
import { confirmLeaving, type LeavingPage } from '../form/leaving.tsx'
import { severalQuestion } from '../acts/operationWords.ts'
import { attempt, toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import type { Words } from './list.ts'
import type { UsedList } from './useList.ts'

interface Options<Row, F extends Words> {
  list: UsedList<Row, F>
  rowId(row: Row): string
  rowName(row: Row): string
  question(row: Row): string
  /** What becomes of them, below the question. */
  note?: string
  /** What else their removal changes; '' for nothing. */
  effect?(ids: readonly string[]): Promise<string>
  /** They are in the trash already. */
  erases?: true
  /** The pages that visitors see of them. */
  pages?(ids: readonly string[]): readonly LeavingPage[]
  /** `redirectTo` is where the visitors of their pages are led instead. */
  remove(ids: readonly string[], redirectTo: string): Promise<unknown>
  /** Says that it is done; an operation does so itself. */
  message?: string
  /**
   * After the list has been refreshed, and the button that deletes several has gone; with the place that the first of them had in the list.
   */
  onRemoved(index: number): unknown
}

export interface Removing<Row> {
  word: string
  busy: boolean
  removeRow(row: Row): Promise<void>
  removeSelected(): Promise<void>
}

/**
 * Deletes a row or the selected rows after a confirmation; a refusal shows the server's message. Returns the same object until `busy`
 * changes.
 */
export function useRemoving<Row, F extends Words>({
  list,
  rowId,
  rowName,
  question,
  note,
  effect,
  erases,
  pages = () => [],
  remove,
  message,
  onRemoved,
}: Options<Row, F>): Removing<Row> {
  const word = erases ? '彻底删除' : '删除'
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const removedIndex = useRef<number>(undefined)

  useEffect(() => {
    const index = removedIndex.current
    if (busy || index === undefined) return
    removedIndex.current = undefined
    onRemoved(index)
  }, [busy])

  async function run(words: string, ids: readonly string[]): Promise<void> {
    if (running.current || ids.length === 0) return
    running.current = true
    const index = list.rows.findIndex((row) => ids.includes(rowId(row)))
    await attempt(async () => {
      // Without an answer the question is asked all the same.
      const changes = await effect?.(ids).catch(() => '')
      const lines = [words, changes, note].filter(Boolean).join('\n')
      const redirectTo = await confirmLeaving(lines, { ok: word, pages: pages(ids) })
      if (redirectTo === undefined) return
      setBusy(true)
      await remove(ids, redirectTo)
      if (message !== undefined) {
        toast(message)
        await list.refresh()
      }
      removedIndex.current = index
    }, `${word}失败，请稍后重试`)
    running.current = false
    setBusy(false)
  }

  const removeRow = useStable((row: Row): Promise<void> => run(question(row), [rowId(row)]))
  const removeSelected = useStable((): Promise<void> => {
    const names = list.rows.filter((row) => list.selected.has(rowId(row))).map(rowName)
    return run(severalQuestion(names, word), [...list.selected])
  })
  return useMemo(() => ({ word, busy, removeRow, removeSelected }), [word, busy])
}
