import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { act, click, draw, find } from '../client/page.ts'

const { createElement, useState } = await import('react')
const { DataTable } = await import('../../client/admin/ui/DataTable.tsx')
const { severalQuestion } = await import('../../client/admin/acts/operationWords.ts')
const { parsePlace, storedPlace } = await import('../../client/admin/list/storedPlaces.ts')
const { closeTabs } = await import('../../client/admin/frame/layoutState.ts')
const { createList } = await import('../../client/admin/list/list.ts')
const { recordSource } = await import('../../client/admin/list/recordSource.ts')
const { stateText } = await import('../../client/admin/form/stateText.ts')
const { labelsOf } = await import('../../client/admin/form/record.ts')
const { publishDisplay } = await import('../../client/admin/form/PublishDialog.tsx')
const { CallError } = await import('../../client/lib/callError.ts')
type DataTableProps = Parameters<typeof DataTable<Row>>[0]

interface Row {
  id: string
  name: string
}
const rows: Row[] = [
  { id: 'a', name: '甲' },
  { id: 'b', name: '乙' },
  { id: 'c', name: '丙' },
]
const common = {
  rows,
  rowId: ({ id }: Row) => id,
  rowName: ({ name }: Row) => name,
  state: 'ready',
  onRetry() {},
  empty: '还没有内容',
} as const

describe('the rows of a table', () => {
  test('are rendered again only when something about them changes', async () => {
    const drawn: string[] = []
    const cell: DataTableProps['columns'][number]['cell'] = ({ id, name }) => {
      drawn.push(id)
      return name
    }
    const columns: DataTableProps['columns'] = [{ key: 'name', title: '名称', cell }]
    let again = (): void => {}
    const Held = () => {
      const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
      const [, setTurn] = useState(0)
      again = () => setTurn((turn) => turn + 1)
      return createElement(DataTable<Row>, { ...common, columns, selected, onSelect: (ids) => setSelected(ids) })
    }
    const box = await draw(createElement(Held))
    drawn.length = 0
    await act(async () => again())
    assert.deepEqual(drawn, [])
    await click(find(box, '[aria-label="选择：乙"]'))
    await click(find(box, '[aria-label="选择：丙"]'))
    assert.deepEqual(drawn, ['b', 'c'])
    assert.deepEqual(
      [...box.querySelectorAll('tr.picked')].map((row) => row.getAttribute('data-id')),
      ['b', 'c'],
    )
  })

  test('mark the cells without text, which a card leaves out', async () => {
    const text = ({ id }: Row): string => (id === 'b' ? '有' : '')
    const columns: DataTableProps['columns'] = [
      { key: 'name', title: '名称', cell: ({ name }) => name },
      { key: 'note', title: '备注', text, cell: text },
    ]
    const box = await draw(createElement(DataTable<Row>, { ...common, columns }))
    assert.deepEqual(
      [...box.querySelectorAll('[data-blank]')].map((cell) => cell.closest('tr')?.dataset.id),
      ['a', 'c'],
    )
  })
})

test('a row says what comes of it, a question which of two products, and a message which fields, whatever these are called', () => {
  const unpublishAt = '2099-12-05 09:00:00'
  assert.equal(stateText({ state: 'draft', unpublishAt }), '草稿·发布后于 2099-12-05 下线')
  assert.equal(
    stateText({ state: 'published', hasDraft: true, unpublishAt }),
    '已发布·有未发布的修改·将于 2099-12-05 下线',
  )
  assert.equal(
    recordSource('product', { question: (name) => `删除 ${name}？` }).question({ coverName: '葫芦', model: 'HB2' }),
    '删除 葫芦 HB2？',
  )
  assert.equal(labelsOf(publishDisplay, [{ name: 'unpublishTo' }]), '“下线后，打开旧地址的访客跳转到”')
})

test('what is deleted is named: five at most', () => {
  assert.equal(severalQuestion(['甲']), '是否确认删除所选的 1 条数据？\n· 甲')
  assert.equal(
    severalQuestion(['一', '二', '三', '四', '五', '六']),
    '是否确认删除所选的 6 条数据？\n· 一\n· 二\n· 三\n· 四\n· 五\n…… 等共 6 条',
  )
})

describe('the stored place in a list', () => {
  const empty = { word: '', from: '' }
  const start = { page: 1, limit: 10, searched: empty, sort: undefined }

  test('is read as far as it makes sense', () => {
    const place = {
      page: 3,
      limit: 50,
      searched: { word: '塔', from: '2026-01-01' },
      sort: { by: 'word', order: 'desc' },
    }
    assert.deepEqual(parsePlace(place, empty), place)
    for (const stored of [undefined, null, 'moon', 7]) assert.equal(parsePlace(stored, empty), undefined)
    for (const stored of [
      {},
      [],
      { page: 0 },
      { page: 1.5 },
      { page: '2' },
      { limit: 11 },
      { searched: 'x' },
      {
        searched: {
          moon: 'x',
          word: 7,
        },
      },
      { sort: { by: 'word' } },
      { sort: 'word' },
    ])
      assert.deepEqual(parsePlace(stored, empty), start, JSON.stringify(stored))
  })

  test('is given up when the server knows no such place', async () => {
    const asked: object[] = []
    const list = createList<Row, typeof empty>({
      empty,
      limit: 10,
      rowId: ({ id }) => id,
      place: { page: 4, limit: 20, searched: { word: '塔', from: 'yesterday' }, sort: { by: 'moon', order: 'asc' } },
      async load(what) {
        asked.push(what)
        if (what.sort) throw new CallError(400, '不能按这一列排序')
        return { data: rows, count: 3 }
      },
    })
    assert.deepEqual(list.view.value.typed, { word: '塔', from: 'yesterday' })
    await list.refresh()
    assert.deepEqual(asked[1], { word: '', from: '', page: 1, limit: 20 })
    assert.deepEqual([list.view.value.state, list.view.value.typed, list.view.value.filtered], ['ready', empty, false])
  })
})

test('a list is sorted up, down and not at all, each from its first page', async () => {
  const asked: object[] = []
  const list = createList<Row, { word: string }>({
    empty: { word: '' },
    limit: 10,
    rowId: ({ id }) => id,
    async load(what) {
      asked.push(what)
      return { data: rows, count: 99 }
    },
  })
  await list.goToPage(3)
  for (const by of ['name', 'name', 'name', 'name', 'date']) await list.sortBy(by)
  const page1 = { word: '', page: 1, limit: 10 }
  assert.deepEqual(asked.slice(1), [
    { ...page1, sort: 'name', order: 'asc' },
    { ...page1, sort: 'name', order: 'desc' },
    page1,
    { ...page1, sort: 'name', order: 'asc' },
    { ...page1, sort: 'date', order: 'asc' },
  ])
})

test('a list starts afresh where its tab was closed before it was there again', async () => {
  sessionStorage.setItem('lists', '{"userId":"","places":{"/AdminNews":{"page":2}}}')
  assert.deepEqual(storedPlace('/AdminNews'), { page: 2 })
  await closeTabs(['/AdminNews'], '')
  assert.equal(storedPlace('/AdminNews'), undefined)
})
