import { useMemo, useRef } from 'react'
import { type KindName, recordKind } from '../../../contract/kinds/kinds.ts'
import { textIn } from '../../../contract/kinds/merge.ts'
import type { SentRow } from '../../../contract/calls/operations.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { confirmLeaving, type LeavingPage, leavingPage } from '../form/leaving.tsx'
import { rowsOf, startOperation } from '../acts/operations.ts'
import { severalQuestion } from '../acts/operationWords.ts'
import { groupNames } from '../session/session.ts'
import { Button } from '../ui/buttons.tsx'
import { attempt, type SiteLink, toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { isPublished } from './cells.tsx'
import type { Shown } from './ListTabs.tsx'
import { confirmPublication, loadPublication } from './loadPublication.ts'
import type { RecordRow, RecordSource } from './recordSource.ts'
import type { UsedList } from './useList.ts'

interface Options {
  source: RecordSource
  list: UsedList<RecordRow, Shown>
  rows: readonly RecordRow[]
  recoverFocus(index?: number): void
}

/**
 * What can be done with the selected records besides deleting them: moved to a group, published, taken offline.
 */
export function useBatch({ source, list, rows, recoverFocus }: Options) {
  const { name, rowId, nameAndModel } = source
  const { filter } = recordKind(name)
  const busy = useRef(false)
  const chosen = rows.filter((row) => list.selected.has(rowId(row)))
  const publishable = chosen.filter((row) => !isPublished(row) || row.hasDraft)
  const published = chosen.filter(isPublished)

  async function onlyOnce(work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    await attempt(work)
    busy.current = false
  }

  async function run(
    what: 'publish' | 'unpublish' | 'group',
    sent: readonly SentRow[],
    { link, ...options }: { redirectTo?: string; group?: string; link?: SiteLink | undefined },
  ): Promise<void> {
    const index = rows.findIndex((row) => sent.some(({ id }) => id === rowId(row)))
    const operation = await startOperation(what, sent, options, { link })
    if (!operation) return
    // What failed stays selected, to be tried again.
    list.select(new Set(operation.failed.map(({ id }) => id)))
    requestAnimationFrame(() => recoverFocus(index))
  }

  const move = useStable(
    (group: string): Promise<void> =>
      onlyOnce(async () => {
        const others = chosen.filter((row) => filter !== undefined && textIn(row, filter) !== group)
        if (others.length === 0) return void toast('所选的已经在这个分类里', 'info')
        await run('group', rowsOf(name, others.map(rowId)), { group })
      }),
  )

  const publish = useStable(
    (all: readonly RecordRow[], others: number): Promise<void> =>
      onlyOnce(async () => {
        const leftAlone = others > 0 ? [`另外 ${others} 条没有新的修改，保持不变。`] : []
        const question = [severalQuestion(all.map(nameAndModel), '发布'), ...leftAlone].join('\n')
        const load = async () => [await loadPublication(name, all.map(rowId), source.sitePath)]
        const { rows, link } = await confirmPublication(question, load, '发布')
        if (rows.length > 0) await run('publish', rows, { link })
      }),
  )

  const unpublish = useStable(
    (all: readonly RecordRow[]): Promise<void> =>
      onlyOnce(async () => {
        const question = `${severalQuestion(all.map(nameAndModel), '下线')}\n下线后访客就看不到了，内容留作草稿，随时可以再发布。`
        const redirectTo = await confirmLeaving(question, { ok: '下线', pages: pagesOf(name, all, rowId) })
        if (redirectTo !== undefined) await run('unpublish', rowsOf(name, all.map(rowId)), { redirectTo })
      }),
  )

  const bulk = useMemo(
    () => (
      <>
        {filter !== undefined && <MoveMenu onMove={(group) => void move(group)} />}
        {publishable.length > 0 && (
          <Button onClick={() => void publish(publishable, chosen.length - publishable.length)}>
            {`发布 (${publishable.length})`}
          </Button>
        )}
        {published.length > 0 && (
          <Button onClick={() => void unpublish(published)}>{`下线 (${published.length})`}</Button>
        )}
      </>
    ),
    [list.selected, rows],
  )
  const toggleRow = useStable((row: RecordRow) => (isPublished(row) ? unpublish([row]) : publish([row], 0)))
  return { bulk, toggleRow }
}

/** The pages of these records that visitors see. */
export const pagesOf = (
  kind: KindName,
  rows: readonly RecordRow[],
  rowId: (row: RecordRow) => string,
): readonly LeavingPage[] => rows.flatMap((row) => (isPublished(row) ? (leavingPage(kind, rowId(row), row) ?? []) : []))

const MoveMenu = ({ onMove }: { onMove(group: string): void }) => (
  <div className="foot-menu">
    <MenuButton
      className="button"
      menu={(open) => (
        <Menu {...open} className="menu card" aria-label="移到分类">
          {groupNames().map(([id, title]) => (
            <button key={id} type="button" role="menuitem" onClick={() => onMove(id)}>
              {title}
            </button>
          ))}
        </Menu>
      )}
    >
      移到分类
    </MenuButton>
  </div>
)
