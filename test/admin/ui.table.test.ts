import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { act, click, draw, find, renderToString } from '../client/page.ts'

const { createElement, useState } = await import('react')
const { DataTable } = await import('../../client/admin/ui/DataTable.tsx')
const { Pager } = await import('../../client/admin/ui/Pager.tsx')
const { PictureField } = await import('../../client/admin/fields/PictureField.tsx')
const { uploads } = await import('../../client/admin/form/uploads.ts')
const { limits, tooLarge } = await import('../../contract/calls/rules.ts')
const { pictureTypeError } = await import('../../client/lib/pictureErrors.ts')
type DataTableProps = Parameters<typeof DataTable<Row>>[0]
type PictureProps = Parameters<typeof PictureField>[0]
type Sender = import('../../client/lib/uploads.ts').Sender

interface Row {
  id: string
  name: string
}
const rows: Row[] = [
  { id: 'a', name: '甲' },
  { id: 'b', name: '乙' },
  { id: 'c', name: '丙' },
]

const table = (more: Partial<DataTableProps> = {}) =>
  createElement(DataTable<Row>, {
    rows,
    rowId: ({ id }) => id,
    rowName: ({ name }) => name,
    columns: [{ key: 'name', title: '名称', cell: ({ name }) => name }],
    state: 'ready',
    onRetry() {},
    empty: '还没有内容',
    ...more,
  })

describe('a table', () => {
  test('picks rows one by one and all of the page at once', async () => {
    let picked: ReadonlySet<string> = new Set()
    const Held = () => {
      const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
      picked = selected
      return table({ selected, onSelect: setSelected })
    }
    const box = await draw(createElement(Held))
    const all = find<HTMLInputElement>(box, '[aria-label="全选本页"]')
    await click(find(box, '[aria-label="选择：乙"]'))
    assert.deepEqual([...picked], ['b'])
    assert.equal(all.indeterminate, true)
    await click(all)
    assert.deepEqual([...picked], ['a', 'b', 'c'])
    assert.equal(all.checked, true)
    assert.equal(all.indeterminate, false)
    await click(find(box, '[aria-label="选择：甲"]'))
    assert.deepEqual([...picked], ['b', 'c'])
    await click(all)
    await click(all)
    assert.equal(picked.size, 0)
  })

  test('says that there is nothing, or that nothing fits and how to go back', async () => {
    assert.match((await draw(table({ rows: [] }))).textContent, /还没有内容/)
    let resets = 0
    const box = await draw(table({ rows: [], onReset: () => resets++ }))
    assert.match(box.textContent, /没有符合条件的内容/)
    await click(find(box, '.data-empty button'))
    assert.equal(resets, 1)
  })

  test('says why it failed, keeps what it had, and can be tried again', async () => {
    let retries = 0
    const bare = await draw(table({ rows: [], state: 'failed', error: '网络连接失败', onRetry: () => retries++ }))
    await click(find(bare, '[role=alert] button'))
    const stale = await draw(table({ state: 'failed', error: '网络连接失败', onRetry: () => retries++ }))
    assert.equal(stale.querySelectorAll('tbody tr').length, 3)
    await click(find(stale, '[role=alert] button'))
    assert.equal(retries, 2)
  })

  test('shows a skeleton only where it has no rows yet', async () => {
    assert.equal((await draw(table({ state: 'loading' }))).querySelectorAll('.skeleton').length, 0)
    assert.equal((await draw(table({ rows: [], state: 'loading' }))).querySelectorAll('.skeleton').length, 8)
  })
})

describe('the field for a picture', () => {
  const png = new File(['x'], 'a.png', { type: 'image/png' })
  async function drawn(send: Sender['send'], more: Partial<PictureProps> = {}) {
    const values: string[] = []
    const sender: Sender = {
      queue: 'pictures',
      refusal: pictureTypeError,
      under: limits.imageUnder,
      tooLarge: tooLarge.product,
      send,
    }
    const target = { form: 'product/1', field: 'coverUrl', sender }
    uploads.clear()
    const props = {
      label: '封面图',
      name: 'coverUrl',
      value: '',
      onChange: (value: string) => values.push(value),
      target,
      ...more,
    }
    const box = await draw(createElement(PictureField, props))
    const drop = (file: File): Promise<void> =>
      act(async () => {
        const event = new Event('drop', { bubbles: true, cancelable: true })
        Object.assign(event, { dataTransfer: { files: [file], items: [], types: ['Files'] } })
        find(box, '.picture').dispatchEvent(event)
      })
    return { box, values, drop }
  }

  test('shows its progress, then returns the address', async () => {
    let progress = (_: number): void => {}
    let arrive = (_: string): void => {}
    const { box, values, drop } = await drawn((_, { onProgress }) => {
      progress = onProgress
      return new Promise((resolve) => (arrive = (address) => resolve({ address })))
    })
    await drop(png)
    await act(async () => progress(0.4))
    assert.match(find(box, '.picture-sending').textContent, /40%/)
    await act(async () => arrive('/uploads/product/x.png'))
    assert.deepEqual(values, ['/uploads/product/x.png'])
    assert.equal(box.querySelector('.picture-sending'), null)
  })

  test('can try a failed one again', async () => {
    let tries = 0
    const { box, values, drop } = await drawn(async () => {
      if (tries++ === 0) throw new Error('gone')
      return { address: '/uploads/product/x.png' }
    })
    await drop(png)
    assert.equal(find(box, '.field-note').textContent, '上传失败，请重试')
    await click(find(box, '.picture-actions button'))
    assert.deepEqual(values, ['/uploads/product/x.png'])
  })

  test('ends the upload when it is cancelled or the form is closed', async () => {
    const signals: AbortSignal[] = []
    const never: Sender['send'] = (_, { signal }) => {
      signals.push(signal)
      return new Promise(() => {})
    }
    const { box, drop } = await drawn(never)
    await drop(png)
    await click(find(box, '.picture-sending button'))
    assert.equal(signals[0]?.aborted, true)
    await drop(png)
    await draw(null)
    assert.equal(signals[1]?.aborted, false, 'a field that is folded or hidden ends nothing')
    uploads.removeAll('product/1')
    assert.equal(signals[1]?.aborted, true)
  })

  test('accepts nothing while it is disabled, but still shows its picture in full', async () => {
    let sent = 0
    const { box, drop } = await drawn(async () => ({ address: `${sent++}` }), {
      disabled: true,
      value: '/uploads/product/x.png',
    })
    await drop(png)
    assert.equal(sent, 0)
    assert.equal(box.querySelector('.picture-actions'), null)
    assert.equal(find<HTMLButtonElement>(box, '.picture-thumbnail').disabled, false)
  })
})

describe('the pages of a pager', () => {
  const limit = 10
  /** What is between the two arrows. */
  const entries = (page: number, last: number): string[] => {
    const html = renderToString(
      createElement(Pager, { page, limit, count: last * limit, counted: true, onPage() {}, onLimit() {} }),
    )
    const pages = /class="pager-pages row">(.*?)<\/div>/s.exec(html)?.[1] ?? ''
    return [...pages.matchAll(/>([\d…]+)</g)].map(([, text = '']) => text)
  }

  test('are all there while they are few', () => {
    assert.deepEqual(entries(1, 1), ['1'])
    assert.deepEqual(entries(3, 7), ['1', '2', '3', '4', '5', '6', '7'])
  })

  test('fill as many places whichever is shown', () => {
    for (let page = 1; page <= 1000; page++) {
      const pages = entries(page, 1000)
      assert.equal(pages.length, 7)
      assert.ok(pages.includes(`${page}`) && pages.includes('1') && pages.includes('1000'))
    }
  })
})
