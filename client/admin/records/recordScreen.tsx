import { useCallback, useEffect, useMemo, useState } from 'react'
import type { TrashRow } from '../../../contract/entities.ts'
import type { Rule } from '../../../contract/fields.ts'
import { type KindName, kinds, type RecordKind } from '../../../contract/kinds.ts'
import { fieldList, type FieldValues } from '../../../contract/merge.ts'
import { isContent, type RecordField, ruleOf } from '../../../contract/recordFields.ts'
import { moment } from '../../../contract/rules.ts'
import { mapFields } from '../../../contract/siteFieldKinds.ts'
import { type SheetKind, sheetKinds } from '../../../contract/sheetKinds.ts'
import { withSheet } from '../../lib/sheets.ts'
import { api } from '../api.ts'
import { recordDisplay } from '../described/readable.ts'
import type { DialogKind, Opened } from '../form/record.ts'
import { emptyValues, recordCalls } from '../form/recordCalls.ts'
import { loadEditor } from '../form/RichField.tsx'
import { ListSearch, type SearchField } from '../list/ListSearch.tsx'
import { ListTable } from '../list/ListTable.tsx'
import { emptyText, ListTabs, recordTabs, type Shown } from '../list/ListTabs.tsx'
import { type RecordRow, type RecordSource, recordSource, type Special } from '../list/recordSource.ts'
import { isPublished } from '../list/cells.tsx'
import { type UsedList, useList, useLostFocus, useOperationEnd } from '../list/useList.ts'
import { pagesOf, useBatch } from '../list/useBatch.tsx'
import { useMoving } from '../list/useMoving.tsx'
import { useRecordFromAddress } from '../list/useRecordFromAddress.ts'
import { useRemoving } from '../list/useRemoving.ts'
import { isDeleted, TrashNote, trashNote, useTrash } from '../list/useTrash.tsx'
import { rowsOf, startOperation } from '../operations/operations.ts'
import { groupNames, may } from '../session.ts'
import { later } from '../ui/later.tsx'
import { ClearStarter } from '../site/ClearStarter.tsx'
import { Button, classes, LinkButton } from '../ui/buttons.tsx'
import { DeviceCode, forDevices } from '../site/DeviceCode.tsx'
import { attempt, siteLink, toast, type ToastAction, withdrawUndo } from '../ui/Toast.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { useFromAddress } from '../ui/useFromAddress.ts'
import { useLoaded } from '../ui/useLoaded.ts'
import { useStable } from '../ui/useStable.ts'
import type { ViewProps } from '../viewProps.ts'
import { copyRecord } from './copyRecord.ts'
import { offerMenu } from './offerMenu.ts'
import { rememberRecent } from './recent.ts'
import { SheetButtons } from './SheetButtons.tsx'
import { movedToast } from './movedToast.ts'
import { usePastedSheet } from './usePastedSheet.ts'
import { RecordDialog } from './RecordDialog.tsx'
import { RecordFields } from './RecordFields.tsx'
import { useRecordColumns } from './useRecordColumns.tsx'

/** The search, list and dialog of one kind of record: what follows from its descriptor, and what is special. */
export function recordScreen(name: KindName, special: Special = {}) {
  const source = recordSource(name, special)
  const dialog = dialogOf(name, special)
  return ({ active }: ViewProps) => <RecordScreen {...{ active, source, dialog, special }} />
}

/** Few need it, and it is large. */
const ImportDialog = later(async () => (await withSheet(import('../moving/imports.ts'))).ImportDialog)
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
  const { screen, noun }: RecordKind = kinds[name]
  const { box, recoverFocus } = useLostFocus()
  const [first, setFirst] = useState<{ id: string; path: string }>()
  /** The import begins with what was dropped on the list. */
  const [imported, setImported] = useState<readonly File[]>()
  const { over, drop } = useFileDrops(setImported, {
    disabled: imported !== undefined,
    note: () => `放下后导入：表格，和${kinds[name].noun}的图片、PDF`,
  })
  useFromAddress(active && fromSheets(name), ['import'], () => setImported([]))
  usePastedSheet(active && fromSheets(name) && imported === undefined, setImported)
  const { list, live, trash, rows, removing } = useRecordList(source, screen, active, recoverFocus)

  const [opened, setOpened] = useOpened(active, source, list, rows)
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
    const left = before && isPublished(before) ? sitePath(id, { ...before }) : undefined
    if (href === undefined) return undefined
    if (may('site:update')) {
      if (left !== undefined && left !== href) void movedToast(left, href)
      if (isNew && name === 'page') void offerMenu(values['pageTitle'] ?? '', href)
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
      className={classes('list-screen stack', !trash && 'short-cards', over && 'over')}
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
function useOpened(
  active: boolean,
  { name, search, rowId, rowName }: RecordSource,
  list: UsedList<RecordRow | TrashRow, Shown>,
  rows: readonly RecordRow[],
) {
  const [opened, setOpened] = useState<Opened>()
  useRecordFromAddress(active, opened, setOpened, (show) => {
    list.type({ ...search, show })
    void list.query()
  })
  useEffect(() => {
    const row = opened && rows.find((each) => rowId(each) === opened.id)
    if (row) rememberRecent({ key: `${name}/${rowId(row)}`, title: rowName(row) })
  }, [opened])
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
  const { title, filter, described, order }: RecordKind = kinds[name]
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
  { name, search, rowId, rowName, question, effect, load }: RecordSource,
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
    rowName,
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
const timeRules = { createDate: moment, publishAt: moment, unpublishAt: moment }

/** A form has a list as JSON. */
function formRule(field: RecordField): Rule<unknown> {
  const rule = ruleOf(field)
  return field.kind === 'list' ? { validate: (value) => rule.validate(fieldList(String(value))), parse: String } : rule
}

/** How the records of a kind are edited and compared. */
function dialogOf(name: KindName, { titles }: Special): DialogKind {
  const { noun, described }: RecordKind = kinds[name]
  // The other options, and the schedule, are edited by the form's own rail.
  const content = Object.fromEntries(Object.entries(described).filter(([, field]) => isContent(field)))
  const empty = emptyValues(name)
  return {
    name,
    empty,
    ...recordCalls(name, empty),
    titles: titles ?? { add: `新增${noun}`, edit: `编辑${noun}`, view: `查看${noun}` },
    rules: { ...timeRules, ...mapFields(content, (_name, field) => formRule(field)) },
    display: mapFields(content, (_name, field) => recordDisplay(field)),
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
