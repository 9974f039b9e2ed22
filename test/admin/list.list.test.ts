import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type ListQuery, createList } from '../../client/admin/list/list.ts'
import { CallError } from '../../client/lib/callError.ts'

interface Row {
  id: string
}
type Search = { word: string }
interface Call {
  asked: ListQuery<Search>
  signal: AbortSignal
  answer(ids: string[], count?: number): Promise<void>
  refuse(cause: unknown): Promise<void>
}

function listed() {
  const calls: Call[] = []
  const list = createList<Row, Search>({
    empty: { word: '' },
    limit: 10,
    rowId: ({ id }) => id,
    load: (asked, signal) =>
      new Promise((resolve, reject) => {
        calls.push({
          asked,
          signal,
          answer(ids, count = ids.length) {
            resolve({ data: ids.map((id) => ({ id })), count })
            return nextTurn()
          },
          refuse(cause) {
            reject(cause)
            return nextTurn()
          },
        })
      }),
  })
  const at = (index: number): Call => {
    const call = calls.at(index)
    if (!call) throw new Error(`no call ${index}`)
    return call
  }
  return { list, calls, at, ids: () => list.view.value.rows.map(({ id }) => id) }
}

describe('a list', () => {
  test('is searched from the earlier day to the later one, whichever was typed first', async () => {
    const asked: { from: string; to: string }[] = []
    const list = createList<Row, { from: string; to: string }>({
      empty: { from: '', to: '' },
      limit: 10,
      rowId: ({ id }) => id,
      load: async (query) => {
        asked.push(query)
        return { data: [], count: 0 }
      },
    })
    for (const [from, to] of [
      ['2026-02-01', '2026-01-01'],
      ['2026-02-01', ''],
      ['', '2026-01-01'],
    ] as const) {
      list.type({ from, to })
      await list.query()
    }
    assert.deepEqual(
      asked.map(({ from, to }) => [from, to]),
      [
        ['2026-01-01', '2026-02-01'],
        ['2026-02-01', ''],
        ['', '2026-01-01'],
      ],
    )
  })

  test('knows whether it would be refused again', async () => {
    const { list, at } = listed()
    for (const [index, [code, refused]] of (
      [
        [0, false],
        [403, true],
        [500, false],
        [413, true],
      ] as const
    ).entries()) {
      void list.refresh()
      await at(index).refuse(new CallError(code, '失败'))
      assert.equal(list.view.value.refused, refused, `${code}`)
    }
  })

  test('asks for the first page with the empty search', async () => {
    const { list, at, ids } = listed()
    void list.refresh()
    assert.deepEqual(at(0).asked, { word: '', page: 1, limit: 10 })
    await at(0).answer(['a', 'b'], 12)
    assert.deepEqual(ids(), ['a', 'b'])
    assert.equal(list.view.value.count, 12)
    assert.equal(list.view.value.state, 'ready')
  })

  test('ends the former request, and its late answer covers nothing', async () => {
    const { list, at, ids } = listed()
    void list.refresh()
    list.type({ word: 'x' })
    void list.query()
    assert.equal(at(0).signal.aborted, true)
    await at(1).answer(['new'])
    await at(0).answer(['old'])
    assert.deepEqual(ids(), ['new'])
  })

  test('an earlier request that fails late is not reported', async () => {
    const { list, at } = listed()
    void list.refresh()
    void list.refresh()
    await at(1).answer(['a'])
    await at(0).refuse(new CallError(500, '出错了'))
    assert.equal(list.view.value.state, 'ready')
  })

  test('keeps the old rows while it asks and when it fails', async () => {
    const { list, at, ids } = listed()
    void list.refresh()
    await at(0).answer(['a'])
    void list.refresh()
    assert.equal(list.view.value.state, 'loading')
    assert.deepEqual(ids(), ['a'])
    await at(1).refuse(new CallError(0, '网络连接失败，请检查网络后重试'))
    assert.equal(list.view.value.state, 'failed')
    assert.equal(list.view.value.error, '网络连接失败，请检查网络后重试')
    assert.deepEqual(ids(), ['a'])
  })

  test('what is typed is searched only when asked to, and then from the first page', async () => {
    const { list, calls, at } = listed()
    void list.goToPage(3)
    list.type({ word: ' 塔 ' })
    assert.equal(calls.length, 1)
    void list.query()
    assert.equal(list.view.value.typed.word, '塔', 'blanks around it are not looked for')
    assert.deepEqual(at(1).asked, { word: '塔', page: 1, limit: 10 })
    await at(1).answer([])
    void list.goToPage(2)
    list.type({ word: '塔机' })
    assert.equal(at(2).asked.word, '塔')
  })

  test('reset empties the search and asks again', () => {
    const { list, at } = listed()
    list.type({ word: '塔' })
    void list.query()
    void list.reset()
    assert.equal(list.view.value.typed.word, '')
    assert.equal(at(1).asked.word, '')
  })

  test('goes back to the last page when its own became empty', async () => {
    const { list, at, ids } = listed()
    void list.goToPage(3)
    await at(0).answer(['z'], 21)
    void list.refresh()
    await at(1).answer([], 20)
    assert.equal(at(2).asked.page, 2)
    await at(2).answer(['k'], 20)
    assert.deepEqual(ids(), ['k'])
    assert.equal(list.view.value.page, 2)
  })

  test('with another number per page the first row stays in sight', () => {
    const { list, at } = listed()
    void list.goToPage(6)
    void list.setLimit(20)
    assert.deepEqual([at(1).asked.page, at(1).asked.limit], [3, 20])
  })

  test('a selection outlives a refresh, but never holds a row that is not shown', async () => {
    const { list, at } = listed()
    void list.refresh()
    await at(0).answer(['a', 'b', 'c'])
    list.select(new Set(['a', 'b']))
    void list.refresh()
    await at(1).answer(['b', 'c'])
    assert.deepEqual([...list.view.value.selected], ['b'])
    void list.goToPage(2)
    await at(2).answer(['d'], 4)
    assert.equal(list.view.value.selected.size, 0)
  })
})
