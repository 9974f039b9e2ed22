import { type ReactNode, useMemo, useRef } from 'react'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { countUnpasted } from '../../../contract/unpasted.ts'
import { outsideAddressesIn } from '../../editor/text/media.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { api } from '../api.ts'
import { confirmLeaving, type LeavingPage, leavingPage } from '../form/leaving.tsx'
import { unfinishedOf } from '../form/record.ts'
import { rowsOf, startOperation } from '../operations/operations.ts'
import { severalQuestion } from '../operations/operationWords.ts'
import { groupNames } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { attempt, type SiteLink, siteLink, toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { isPublished } from './cells.tsx'
import type { Shown } from './ListTabs.tsx'
import { pageOfList, type RecordRow, type RecordSource, rowText } from './recordSource.ts'
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
export function useBatch({ source, list, rows, recoverFocus }: Options): {
  bulk: ReactNode
  /** Takes one row off, or publishes it. */
  toggleRow(row: RecordRow): Promise<void>
} {
  const { name, rowId, rowName } = source
  const { filter }: RecordKind = kinds[name]
  const busy = useRef(false)
  const chosen = rows.filter((row) => list.selected.has(rowId(row)))
  const publishable = chosen.filter((row) => !isPublished(row) || row.hasDraft)
  const published = chosen.filter(isPublished)

  async function onlyOnce(work: () => Promise<void>): Promise<void> {
    if (busy.current) return
    busy.current = true
    try {
      await attempt(work)
    } finally {
      busy.current = false
    }
  }

  async function run(
    what: 'publish' | 'unpublish' | 'group',
    acted: readonly RecordRow[],
    options: { redirectTo?: string; group?: string } = {},
  ): Promise<void> {
    const index = rows.findIndex((row) => acted.includes(row))
    const link = what === 'publish' ? siteLinkOf(acted) : undefined
    const operation = await startOperation(what, rowsOf(name, acted.map(rowId)), options, { link })
    if (!operation) return
    // What failed stays selected, to be tried again.
    list.select(new Set(operation.failed.map(({ id }) => id)))
    requestAnimationFrame(() => recoverFocus(index))
  }
  /** The page of one, or the list of several. */
  function siteLinkOf([first, ...others]: readonly RecordRow[]): SiteLink | undefined {
    if (!first) return undefined
    const href = others.length === 0 ? source.sitePath(rowId(first), first) : pageOfList(name)
    return href === undefined ? undefined : siteLink(href)
  }

  const move = useStable(
    (group: string): Promise<void> =>
      onlyOnce(async () => {
        const others = chosen.filter((row) => filter !== undefined && rowText(row, filter) !== group)
        if (others.length === 0) return void toast('所选的已经在这个分类里', 'info')
        await run('group', others, { group })
      }),
  )

  const publish = useStable(
    (all: readonly RecordRow[], others: number): Promise<void> =>
      onlyOnce(async () => {
        const question = [
          severalQuestion(all.map(rowName), '发布'),
          ...(await publishNotes(source, all)),
          ...leftAlone(others),
        ]
        if (await confirm(question.join('\n'), { ok: '发布' })) await run('publish', all)
      }),
  )

  const unpublish = useStable(
    (all: readonly RecordRow[]): Promise<void> =>
      onlyOnce(async () => {
        const question = `${severalQuestion(all.map(rowName), '下线')}\n下线后访客就看不到了，内容留作草稿，随时可以再发布。`
        const redirectTo = await confirmLeaving(question, { ok: '下线', pages: pagesOf(name, all, rowId) })
        if (redirectTo !== undefined) await run('unpublish', all, { redirectTo })
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

/** So many are read before they are published; more are not looked through one by one. */
const mostRead = 20

/** What visitors would not see, or would see sooner than was meant. */
async function publishNotes({ name: kind, rowId }: RecordSource, rows: readonly RecordRow[]): Promise<string[]> {
  const { filter }: RecordKind = kinds[kind]
  const ids = rows.map(rowId)
  const read = ids.length > mostRead ? [] : ids.map((id) => api('draftDetail', { kind, id }))
  const texts = (await Promise.all(read)).map(({ fields }) => Object.values(fields).map(String))
  const outside = texts.map((each) => each.flatMap(outsideAddressesIn))
  const unfinished = new Set(unfinishedOf(kind).map(({ id }) => id))
  const notes = [
    {
      count: texts.filter((each) => each.some((text) => countUnpasted(text) > 0)).length,
      note: '的正文有未能粘贴的内容，标出它们的红字会去掉。',
    },
    {
      count: outside.filter((addresses) => addresses.length > 0).length,
      note: `共有 ${new Set(outside.flat()).size} 张站外图片，访客可能看不到。`,
    },
    { count: rows.filter((row) => filter && !row[filter]).length, note: '没有产品位置，产品中心里没有它们。' },
    { count: rows.filter(({ publishAt }) => publishAt).length, note: '定了时间，会改为现在就发布。' },
    {
      count: ids.filter((id) => unfinished.has(id)).length,
      note: '在这个浏览器里还有没保存的修改，不会一起发布。',
    },
  ]
  return notes.filter(({ count }) => count > 0).map(({ count, note }) => `其中 ${count} 条${note}`)
}

const leftAlone = (count: number): string[] => (count > 0 ? [`另外 ${count} 条没有新的修改，保持不变。`] : [])

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
