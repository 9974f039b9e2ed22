import { useEffect, useMemo, useRef, useState } from 'react'
import type { Outcome } from '../../../contract/calls.ts'
import { messages } from '../../../contract/rules.ts'
import { messageOf } from '../../lib/callError.ts'
import { confirmLeaving, type LeavingPage } from '../form/leaving.tsx'
import { toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import type { Words } from './list.ts'
import { inTurn, reasonOf, severalQuestion, turnsSummary } from './inTurn.ts'
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
  /** `redirectTo` is where the visitors of its page are led; '' where there is none. */
  remove(id: string, redirectTo: string): Promise<unknown>
  /** It is given where the server deletes several in one call. */
  removeSeveral?(ids: readonly string[]): Promise<unknown>
  /** Brings them back: the message of a deletion then offers it. */
  restore?(ids: readonly string[]): Promise<Outcome | null>
  /**
   * After the list has been refreshed, and the button that deletes several has gone; with the place that the first of them had in the list.
   */
  onRemoved(index: number): unknown
}

const noPages = (): readonly LeavingPage[] => []

export interface Removing<Row> {
  word: string
  step: { done: number; of: number } | undefined
  removeRow(row: Row): Promise<void>
  removeSelected(): Promise<void>
}

/** Says whether deleted rows are back, and shows the list again. */
export async function bringBack(
  list: { refresh(): Promise<void> },
  restored: Promise<Outcome | null>,
  recoverFocus: () => unknown,
): Promise<void> {
  await restored.then(
    (outcome) => toast(outcome?.message ?? messages.restored),
    (cause: unknown) => toast(messageOf(cause, '恢复失败，请稍后重试'), 'bad'),
  )
  await list.refresh()
  requestAnimationFrame(recoverFocus)
}

/**
 * Deletes a row or the selected rows after a confirmation; a refusal shows the server's message. Returns the same object until `step`
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
  pages = noPages,
  remove,
  removeSeveral,
  restore,
  onRemoved,
}: Options<Row, F>): Removing<Row> {
  const word = erases ? '彻底删除' : '删除'
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

  /** The ids of those that were deleted, and why others were not. */
  async function tryToRemove(
    ids: readonly string[],
    redirectTo: string,
  ): Promise<{ removed: readonly string[]; reason?: string | undefined }> {
    if (removeSeveral && ids.length > 1) {
      setStep({ done: 0, of: 1 })
      return removeSeveral(ids).then(
        () => ({ removed: ids }),
        (cause: unknown) => ({ removed: [], reason: reasonOf(cause, '删除') }),
      )
    }
    // The list may be another one when they are named.
    const names = new Map(list.rows.map((row) => [rowId(row), rowName(row)]))
    const turns = await inTurn(
      ids,
      '删除',
      (id) => remove(id, redirectTo),
      (done) => setStep({ done, of: ids.length }),
    )
    const { done: removed, failed } = turns
    if (failed.length === 0) return { removed }
    const nameOf = (id: string): string => names.get(id) ?? id
    return { removed, reason: ids.length === 1 ? failed[0]?.reason : turnsSummary(turns, '删除', nameOf) }
  }

  async function run(message: string, ids: readonly string[]): Promise<void> {
    if (busy.current || ids.length === 0) return
    busy.current = true
    const index = list.rows.findIndex((row) => ids.includes(rowId(row)))
    try {
      // Without an answer the question is asked all the same.
      const changes = await effect?.(ids).catch(() => '')
      const lines = [message, changes, note].filter(Boolean)
      const redirectTo = await confirmLeaving(lines.join('\n'), { ok: word, pages: pages(ids) })
      if (redirectTo === undefined) return
      closeFailure.current?.()
      const { removed, reason } = await tryToRemove(ids, redirectTo)
      const undo =
        restore && removed.length > 0
          ? ({ undo: () => void bringBack(list, restore(removed), () => onRemoved(index)), anywhere: true } as const)
          : undefined
      if (reason === undefined) toast(erases ? messages.erased : messages.deleted, 'good', undo)
      else closeFailure.current = toast(reason, 'bad', undo)
      await list.refresh()
      removedIndex.current = index
    } catch (cause) {
      closeFailure.current = toast(messageOf(cause, `${word}失败，请稍后重试`), 'bad')
    } finally {
      busy.current = false
      setStep(undefined)
    }
  }

  const removeRow = useStable((row: Row): Promise<void> => run(question(row), [rowId(row)]))
  const removeSelected = useStable((): Promise<void> => {
    const names = list.rows.filter((row) => list.selected.has(rowId(row))).map(rowName)
    return run(severalQuestion(names, word), [...list.selected])
  })
  return useMemo(() => ({ word, step, removeRow, removeSelected }), [word, step])
}
