import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { TrashRow } from '../../../contract/kinds/entities.ts'
import { type KindName, kinds, recordKind } from '../../../contract/kinds/kinds.ts'
import { type FieldValues, textIn } from '../../../contract/kinds/merge.ts'
import { isContent, ruleOf } from '../../../contract/kinds/recordFields.ts'
import { moment } from '../../../contract/calls/rules.ts'
import { mapFields } from '../../../contract/site/siteFieldKinds.ts'
import { type SheetKind, sheetKinds } from '../../../contract/kinds/sheetKinds.ts'
import { api } from '../session/api.ts'
import type { DialogKind, Opened } from '../form/record.ts'
import { recordCalls } from '../form/recordCalls.ts'
import { loadEditor } from '../form/RichField.tsx'
import { ListSearch, type SearchField } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { emptyText, ListTabs, recordTabs, type Shown } from '../list/ListTabs.tsx'
import { pathsOf, type RecordRow, type RecordSource, recordSource, type Special } from '../list/recordSource.ts'
import { isPublished } from '../list/cells.tsx'
import { type UsedList, useList, useLostFocus, useOperationEnd } from '../list/useList.ts'
import { pagesOf, useBatch } from '../list/useBatch.tsx'
import { useMoving } from '../list/useMoving.tsx'
import { useRecordFromAddress } from '../list/useRecordFromAddress.ts'
import { useRemoving } from '../list/useRemoving.ts'
import { isDeleted, TrashNote, trashNote, useTrash } from '../list/useTrash.tsx'
import { rowsOf, startOperation } from '../acts/operations.ts'
import { groupNames, may } from '../session/session.ts'
import { laterIn, type ViewProps } from '../ui/later.tsx'
import { ClearStarter } from '../site/ClearStarter.tsx'
import { Button, LinkButton } from '../ui/buttons.tsx'
import { DeviceCode, forDevices } from '../site/DeviceCode.tsx'
import { attempt, siteLink, toast, type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { useLoaded } from '../ui/useLoaded.ts'
import { useStable } from '../ui/useStable.ts'
import { offerMenu } from './offerMenu.ts'
import { SheetButtons } from './SheetButtons.tsx'
import { RecordDialog } from './RecordDialog.tsx'
import { RecordFields } from './RecordFields.tsx'
import { useRecordColumns } from './useRecordColumns.tsx'
import { truncate } from '../../../contract/text/characters.ts'
import { suggestedIn } from '../../../contract/kinds/suggestedPath.ts'
import { readableAddress } from '../../../contract/calls/redirects.ts'
import { listen } from '../../lib/listen.ts'
import { pastedSheet } from '../import/pastedSheet.ts'

/** The search, list and dialog of one kind of record: what follows from its descriptor, and what is special. */
export function recordScreen(name: KindName, special: Special = {}) {
  const source = recordSource(name, special)
  const dialog = dialogOf(name, special)
  return ({ active }: ViewProps) => <RecordScreen {...{ active, source, dialog, special }} />
}

/** Few need it, and it is large. */
const ImportDialog = laterIn(() => import('../import/imports.ts'), 'ImportDialog')
const fromSheets = (name: KindName): name is SheetKind => (sheetKinds as readonly KindName[]).includes(name)

interface Props extends ViewProps {
  source: RecordSource
  dialog: DialogKind
  special: Special
}

function RecordScreen({
  active,
  source,
  dialog,
  special: { add = { label: '新增', icon: 'plus' }, where, tab },
}: Props) {
  const { name, rowId, rowName, sitePath } = source
  const { screen, noun } = recordKind(name)
  const { box, recoverFocus } = useLostFocus()
  const [first, setFirst] = useState<{ id: string; path: string }>()
  /** The import begins with what was dropped on the list. */
  const [imported, setImported] = useState<readonly File[]>()
  const drop = useFileDrops(setImported, {
    disabled: imported !== undefined,
    note: () => `放下后导入：表格，和${kinds[name].noun}的图片、PDF`,
  })
  useFromAddress(active && fromSheets(name), ['import'], () => setImported([]))
  usePastedSheet(active && fromSheets(name) && imported === undefined, setImported)
  const { list, live, trash, rows, removing } = useRecordList(source, screen, active, recoverFocus)

  const [opened, setOpened] = useOpened(active, source, list)
  useEffect(loadEditor, [])
  const edit = useCallback((id: string) => setOpened({ mode: 'edit', id }), [])
  const { toggleRow, ...batch } = useBatch({ source, list: live, rows, recoverFocus })
  const copy = useStable(async (id: string): Promise<void> => {
    await attempt(async () => {
      setOpened({ mode: 'edit', id: await copyRecord(name, dialog, id) })
      toast('已复制为草稿，访客还看不到')
    }, '复制失败，请稍后重试')
    await list.refresh()
  })
  const { moving, ...order } = useMoving(source, live, trash === undefined)
  const { columns, preview, onlyStarter } = useRecordColumns(source, {
    rows,
    list,
    opened,
    moving,
    remove: removing.removeRow,
    open: setOpened,
    copy,
    toggle: toggleRow,
  })
  const tabs = useMemo(
    () => (
      <ListTabs list={list} tabs={recordTabs} hint={order.hint}>
        {tab?.()}
        {onlyStarter && may('legal:update') && <StarterNote />}
        {where && <small className="push">{where}</small>}
      </ListTabs>
    ),
    [list, order.hint, onlyStarter],
  )

  const onSaved = (id: string, values: FieldValues): ToastAction | undefined => {
    void list.refresh()
    const href = sitePath(id, values)
    const before = rows.find((row) => rowId(row) === id)
    const isNew = before ? !isPublished(before) : opened?.mode === 'add'
    const formerPath = before && isPublished(before) ? sitePath(id, { ...before }) : undefined
    if (href === undefined) return undefined
    if (may('site:update')) {
      if (formerPath !== undefined && formerPath !== href) void movedToast(formerPath, href)
      if (isNew && name === 'page') void offerMenu(textIn(values, 'pageTitle'), href)
      if (isNew && name === 'product') setFirst({ id, path: href })
    }
    return siteLink(href)
  }

  const onClose = (): void => {
    setOpened(undefined)
    requestAnimationFrame(() => recoverFocus(rows.findIndex((row) => rowId(row) === opened?.id)))
  }
  return (
    <div
      className={trash ? 'list-screen stack' : 'list-screen stack short-cards'}
      ref={box}
      {...(fromSheets(name) && drop)}
    >
      {list.typed.show === 'trash' ? (
        <TrashNote />
      ) : (
        <ListSearch
          list={live}
          fields={searchFields(name)}
          extra={
            <>
              {fromSheets(name) && <SheetButtons kind={name} list={live} onImport={() => setImported([])} />}
              <Button kind="primary" icon={add.icon} onClick={() => setOpened({ mode: 'add', id: '' })}>
                {add.label}
              </Button>
            </>
          }
        />
      )}
      <ListTable<RecordRow | TrashRow, Shown>
        list={list}
        path={screen}
        label={`${noun}列表`}
        empty={emptyText(list, fromSheets(name) ? `${source.empty}，或者点“导入”，用表格一次添加` : source.empty)}
        above={tabs}
        {...(trash ?? { rowId, rowName, columns, removing, onOpen: edit, ...batch })}
      />
      {opened && (
        <RecordDialog key={`${opened.mode}${opened.id}`} kind={dialog} {...{ opened, onClose, onSaved }} onCopy={copy}>
          {(props) => <RecordFields name={name} {...props} />}
        </RecordDialog>
      )}
      {imported && fromSheets(name) && (
        <ImportDialog kind={name} dropped={imported} onClose={() => setImported(undefined)} />
      )}
      {first && <FirstProduct key={first.id} {...first} />}
      {preview}
    </div>
  )
}

/** The record that is open, from the list or from the address. */
function useOpened(active: boolean, { search }: RecordSource, list: UsedList<RecordRow | TrashRow, Shown>) {
  const [opened, setOpened] = useState<Opened>()
  useRecordFromAddress(active, opened, setOpened, (show) => {
    list.type({ ...search, show })
    void list.query()
  })
  // A hidden view cannot open a form again.
  useEffect(() => withdrawUndo, [])
  return [opened, setOpened] as const
}

const StarterNote = () => (
  <small>
    这里都是示例，访客会以为是您公司的。
    <ClearStarter className="link" />
  </small>
)

/** The title, and what else the list can be searched for. */
function searchFields(name: KindName): SearchField[] {
  const { title, filter, described, order } = recordKind(name)
  const field = (fieldName: string) => ({
    name: fieldName,
    label: described[fieldName]?.label ?? '',
  })
  return [
    field(title),
    ...(filter === undefined ? [] : [{ ...field(filter), options: [['', '全部'], ...groupNames()] as const }]),
    ...('from' in order ? ['days' as const] : []),
  ]
}

const none: readonly never[] = []

/** The list, whose rows are records or, under 已删除, what is in the trash. */
function useRecordList(
  { name, search, rowId, nameAndModel, question, effect, load }: RecordSource,
  path: string,
  active: boolean,
  recoverFocus: (index?: number) => void,
) {
  const list = useList<RecordRow | TrashRow, Shown>(
    { path, empty: search, rowId: (row) => (isDeleted(row) ? row.id : rowId(row)), load },
    active,
  )
  useOperationEnd(list.refresh, recoverFocus)
  const trash = useTrash(name, list, recoverFocus)
  const live = list as UsedList<RecordRow, Shown>
  const rows = trash ? none : live.rows
  const removing = useRemoving({
    list: live,
    rowId,
    rowName: nameAndModel,
    question,
    note: trashNote,
    ...(effect && { effect }),
    pages: (ids) =>
      pagesOf(
        name,
        rows.filter((row) => ids.includes(rowId(row))),
        rowId,
      ),
    remove: (ids, redirectTo) => startOperation('delete', rowsOf(name, ids), { redirectTo }),
    onRemoved: recoverFocus,
  })
  return { list, live, trash, rows, removing }
}

/** Times are compared without seconds, which a picker has not. */
const publishRules = {
  createDate: moment,
  publishAt: moment,
  unpublishAt: moment,
  unpublishTo: ruleOf(kinds.product.described.unpublishTo),
}

/** How the records of a kind are edited and compared. */
export function dialogOf(name: KindName, { titles }: Special): DialogKind {
  const { noun, described } = recordKind(name)
  // The other options, and the schedule, are edited by the form's own rail.
  const content = Object.fromEntries(Object.entries(described).filter(([, field]) => isContent(field)))
  return {
    name,
    ...recordCalls(name),
    titles: titles ?? { add: `新增${noun}`, edit: `编辑${noun}`, view: `查看${noun}` },
    rules: { ...publishRules, ...mapFields(content, (_name, field) => ruleOf(field)) },
    display: content,
  }
}

interface FirstProductProps {
  id: string
  path: string
}

/** Says that it is there, if it is the only one beside those of the program. In nobody's way: the next one may be begun at once. */
function FirstProduct({ id, path }: FirstProductProps) {
  const [isClosed, setClosed] = useState(false)
  const { data: isOnly } = useLoaded((signal) => isOnlyOwn(id, signal), [id])
  if (!isOnly || isClosed) return null
  return (
    <aside className="first-product card stack phone-hidden" aria-label="您的第一个产品上线了">
      <header className="split">
        <h2>您的第一个产品上线了</h2>
        <LinkButton onClick={() => setClosed(true)}>关闭</LinkButton>
      </header>
      <DeviceCode address={forDevices(path)} label="产品页的二维码" words="用手机扫一扫，看看它的样子" />
    </aside>
  )
}

async function isOnlyOwn(id: string, signal: AbortSignal): Promise<boolean> {
  const {
    starterRecords: { product },
  } = await api('siteSetup', {}, signal)
  const { data } = await api('productList', { limit: product.length + 2 }, signal)
  const ownProducts = data.filter(({ productId }) => !product.includes(productId))
  return ownProducts.length === 1 && ownProducts[0]?.productId === id
}

const copySuffix = /（副本(?: (\d+))?）$/

/** The title of a copy; that of a copy of a copy is counted on. */
function copyTitle(title: string, max: number): string {
  const [suffix, number] = copySuffix.exec(title) ?? []
  const next = suffix === undefined ? '（副本）' : `（副本 ${Number(number ?? 1) + 1}）`
  const original = suffix === undefined ? title : title.slice(0, -suffix.length)
  return truncate(original, max - next.length) + next
}

/** What is of the one record only: when and where it is shown, and what search engines call it. */
const ownOnly = ['createDate', 'publishAt', 'unpublishAt', 'unpublishTo', 'pinned', 'shareTitle']

/** Saves a copy of a record as a draft, with what was last written, and returns its id. */
async function copyRecord(kind: KindName, dialog: DialogKind, id: string): Promise<string> {
  const { title, described, unique } = recordKind(kind)
  const { signal } = new AbortController()
  const { values } = await dialog.load(id, signal)
  const field = described[title]
  const max = field && 'max' in field ? (field.max ?? Infinity) : Infinity
  const copied: Record<string, unknown> = { ...values, [title]: copyTitle(textIn(values, title), max) }
  for (const name of ownOnly) if (name in copied) copied[name] = dialog.empty[name]
  if (unique !== undefined) copied[unique] = suggestedIn(kind, textIn(copied, title), await pathsOf(kind, signal))
  // It is asked for once, not repeated until it is answered.
  const noRequestId = ''
  return (await dialog.add(copied, noRequestId)).id
}

/** Says that the address which a record has left leads to its next one, and takes that back. */
async function movedToast(left: string, next: string): Promise<void> {
  const reply = await api('redirectList', { page: 1, limit: 10, word: left }).catch(() => undefined)
  // A draft that was only saved has left nothing.
  if (!reply?.data.some(({ from, to }) => from === left && to === next)) return
  const takeBack = async (): Promise<void> => {
    await api('redirectDelete', { froms: [left] })
    toast('旧地址不再跳转')
  }
  toast(`旧地址${readableAddress(left)}会跳到新的地址`, 'info', { undo: () => void attempt(takeBack), anywhere: true })
}

const textControls = 'input, textarea, select, [contenteditable=true]'

/** Takes the cells of a spreadsheet, or the file of one, that are pasted while the list is in sight. */
function usePastedSheet(enabled: boolean, onSheet: (files: readonly File[]) => void): void {
  const onPaste = useEffectEvent(({ clipboardData, target }: ClipboardEvent): void => {
    const isText = target instanceof Element && target.closest(textControls)
    if (!enabled || !clipboardData || isText || document.querySelector('dialog[open]')) return
    const files = [...clipboardData.files]
    const cells = clipboardData.getData('text/plain')
    // Two columns and two rows: a name and what it is, below their headings.
    if (/\t.*\n.*\t/.test(cells)) onSheet([pastedSheet(cells)])
    else if (files.some((file) => /\.(?:xlsx|csv)$/i.test(file.name))) onSheet(files)
  })
  useEffect(() => listen(document, { paste: onPaste }), [])
}
