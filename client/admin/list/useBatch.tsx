import { type ReactNode, useMemo, useRef, useState } from 'react'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { countUnpasted } from '../../../contract/unpasted.ts'
import { outsideAddressesIn } from '../../editor/text/media.ts'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { api } from '../api.ts'
import { confirmLeaving, type LeavingPage, leavingPage } from '../form/leaving.tsx'
import { type Before, putBack, stateBefore, versionNow } from '../form/putBack.ts'
import { unfinishedOf } from '../form/record.ts'
import type { RecordCalls } from '../form/recordCalls.ts'
import { groupNames } from '../session.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { attempt, type SiteLink, siteLink, toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import { isPublished } from './cells.tsx'
import { inTurn, severalQuestion, turnsSummary } from './inTurn.ts'
import type { Shown } from './ListTabs.tsx'
import { pageOfList, type RecordRow, type RecordSource, rowText } from './recordSource.ts'
import type { UsedList } from './useList.ts'

interface Options {
  source: RecordSource
  calls: RecordCalls
  list: UsedList<RecordRow, Shown>
  rows: readonly RecordRow[]
  recoverFocus(index?: number): void
}

const nothingBefore: Before = { live: undefined, draft: undefined }

/** Brings one row back to what it was. */
type Undo = () => Promise<unknown>
interface Act {
  /** What is done, such as 发布. */
  word: string
  rows: readonly RecordRow[]
  run(row: RecordRow): Promise<Undo>
}

/**
 * What can be done with the selected records besides deleting them: moved to a group, published, taken offline; each can be undone. The
 * calls are those for one record, in turn. `progress` says how far it is, while it runs.
 */
export function useBatch({ source, calls, list, rows, recoverFocus }: Options): {
  bulk: ReactNode
  progress: string | undefined
  /** Takes one row off, or publishes it. */
  toggleRow(row: RecordRow): Promise<void>
} {
  const { name, rowId, rowName } = source
  const { filter }: RecordKind = kinds[name]
  const [progress, setProgress] = useState<string>()
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
      setProgress(undefined)
    }
  }

  async function run({ word, rows: acted, run: runOne }: Act): Promise<void> {
    const byId = new Map(acted.map((row) => [rowId(row), row]))
    const nameOf = (id: string): string => nameOfRow(byId.get(id))
    const index = rows.findIndex((row) => byId.has(rowId(row)))
    const undos = new Map<string, Undo>()
    const turns = await inTurn(
      [...byId.keys()],
      word,
      async (id) => {
        const row = byId.get(id)
        if (row) undos.set(id, await runOne(row))
      },
      (done) => setProgress(`正在${word} ${done + 1}/${byId.size}`),
    )
    const link = word === '发布' ? siteLinkOf(acted.filter((row) => turns.done.includes(rowId(row)))) : undefined
    const undo =
      undos.size > 0 ? ({ undo: () => void undoAll(word, undos, nameOf), anywhere: true, link } as const) : undefined
    if (turns.failed.length === 0) toast(`已${word} ${turns.done.length} 条`, 'good', undo)
    else toast(turnsSummary(turns, word, nameOf), 'bad', undo)
    // What failed stays selected, to be tried again.
    list.select(new Set(turns.failed.map(({ id }) => id)))
    await list.refresh()
    requestAnimationFrame(() => recoverFocus(index))
  }
  /** The page of one, or the list of several. */
  function siteLinkOf(published: readonly RecordRow[]): SiteLink | undefined {
    const [first, ...others] = published
    if (!first) return undefined
    const href = others.length === 0 ? source.sitePath(rowId(first), first) : pageOfList(name)
    return href === undefined ? undefined : siteLink(href)
  }
  const nameOfRow = (row: RecordRow | undefined): string => (row ? rowName(row) : '')

  /** The last one first, so that each meets what it had left. */
  async function undoAll(
    word: string,
    undos: ReadonlyMap<string, Undo>,
    nameOf: (id: string) => string,
  ): Promise<void> {
    const turns = await inTurn(
      [...undos.keys()].reverse(),
      '撤销',
      async (id) => undos.get(id)?.(),
      (done) => setProgress(`正在撤销 ${done + 1}/${undos.size}`),
    )
    setProgress(undefined)
    if (turns.failed.length === 0) toast(`已撤销${word}，共 ${turns.done.length} 条`)
    else toast(turnsSummary(turns, '撤销', nameOf), 'bad')
    await list.refresh()
    requestAnimationFrame(() => recoverFocus())
  }

  const move = useStable(
    (group: string): Promise<void> =>
      onlyOnce(async () => {
        const others = chosen.filter((row) => filter !== undefined && rowText(row, filter) !== group)
        if (others.length === 0) return void toast('所选的已经在这个分类里', 'info')
        await run({ word: '移动', rows: others, run: (row) => moveRow(source, row, group) })
      }),
  )

  const publish = useStable(
    (all: readonly RecordRow[], others: number): Promise<void> =>
      onlyOnce(async () => {
        const before = await readDrafts(all)
        setProgress(undefined)
        if (!before) return
        const question = [
          severalQuestion(all.map(rowName), '发布'),
          ...publishNotes(name, before),
          ...leftAlone(others),
        ]
        if (!(await confirm(question.join('\n'), { ok: '发布' }))) return
        await run({
          word: '发布',
          // The first of the list is published last, so that it is the newest there, too.
          rows: [...all].reverse(),
          async run(row) {
            const id = rowId(row)
            const { version } = await calls.publishing.publishDraft(id)
            return () => putBack(calls, id, before.get(id) ?? nothingBefore, version)
          },
        })
      }),
  )

  /** What is to be published, and what it replaces; undefined where some of it cannot be read. */
  async function readDrafts(all: readonly RecordRow[]): Promise<ReadonlyMap<string, Before> | undefined> {
    const before = new Map<string, Before>()
    const names = new Map(all.map((row) => [rowId(row), rowName(row)]))
    const turns = await inTurn(
      [...names.keys()],
      '读取',
      async (id) => before.set(id, await stateBefore(calls, id)),
      (done) => setProgress(`正在检查 ${done + 1}/${names.size}`),
    )
    if (turns.failed.length === 0) return before
    toast(`没有发布。${turnsSummary(turns, '读取', (id) => names.get(id) ?? '')}`, 'bad')
    return undefined
  }

  const unpublish = useStable(
    (all: readonly RecordRow[]): Promise<void> =>
      onlyOnce(async () => {
        const question = `${severalQuestion(all.map(rowName), '下线')}\n下线后访客就看不到了，内容留作草稿，随时可以再发布。`
        const redirectTo = await confirmLeaving(question, { ok: '下线', pages: pagesOf(name, all, rowId) })
        if (redirectTo === undefined) return
        await run({
          word: '下线',
          rows: all,
          async run(row) {
            const id = rowId(row)
            const before = await stateBefore(calls, id)
            await calls.publishing.unpublish(id, redirectTo)
            const version = await versionNow(calls, id)
            return () => putBack(calls, id, before, version)
          },
        })
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
  return { progress, bulk, toggleRow }
}

/** The pages of these records that visitors see. */
export const pagesOf = (
  kind: KindName,
  rows: readonly RecordRow[],
  rowId: (row: RecordRow) => string,
): readonly LeavingPage[] => rows.flatMap((row) => (isPublished(row) ? (leavingPage(kind, rowId(row), row) ?? []) : []))

/** The group of a record, and of the draft beside it, which would bring the old one back. */
async function moveRow({ name, rowId }: RecordSource, row: RecordRow, group: string): Promise<Undo> {
  const { id: idName, filter = '' }: RecordKind = kinds[name]
  const id = rowId(row)
  const setLive = (value: string) => api(`${name}Update`, { [idName]: id, [filter]: value } as never)
  const setDraft = (value: string) => api('draftSave', { kind: name, id, fields: { [filter]: value } })
  const liveBefore = rowText(row, filter)
  if (!isPublished(row)) {
    await setDraft(group)
    return () => setDraft(liveBefore)
  }
  if (!row.hasDraft) {
    await setLive(group)
    return () => setLive(liveBefore)
  }
  const { fields } = await api('draftDetail', { kind: name, id })
  await setLive(group)
  await setDraft(group)
  return async () => {
    await setLive(liveBefore)
    await setDraft(String(fields[filter] ?? ''))
  }
}

/** What visitors would not see, or would see sooner than was meant. */
function publishNotes(kind: KindName, drafts: ReadonlyMap<string, Before>): string[] {
  const unfinished = new Set(unfinishedOf(kind).map(({ id }) => id))
  const outside = new Set<string>()
  const count = { unpasted: 0, outside: 0, timed: 0, unsaved: 0 }
  for (const [id, { draft = {} }] of drafts) {
    const texts = Object.values(draft)
    const addresses = texts.flatMap(outsideAddressesIn)
    for (const address of addresses) outside.add(address)
    if (addresses.length > 0) count.outside++
    if (texts.some((text) => countUnpasted(text) > 0)) count.unpasted++
    if (draft['publishAt']) count.timed++
    if (unfinished.has(id)) count.unsaved++
  }
  const notes = [
    { count: count.unpasted, note: '的正文有未能粘贴的内容，标出它们的红字会去掉。' },
    { count: count.outside, note: `共有 ${outside.size} 张站外图片，访客可能看不到。` },
    { count: count.timed, note: '定了时间，会改为现在就发布。' },
    { count: count.unsaved, note: '在这个浏览器里还有没保存的修改，不会一起发布。' },
  ]
  return notes.filter((each) => each.count > 0).map((each) => `其中 ${each.count} 条${each.note}`)
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
