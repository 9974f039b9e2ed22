import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  joinedRows,
  quoteAddress,
  readQuantity,
  rowsInText,
  rowsOfForm,
  sentRows,
  textOfRows,
  type TypedRow,
} from '../../contract/quoteList.ts'
import { quantityError, quoteRows } from '../../contract/quoteRules.ts'

const row = (productId: string, more: Partial<TypedRow> = {}): TypedRow => ({
  productId,
  model: '',
  quantity: '',
  unit: '',
  note: '',
  ...more,
})
const searched = (address: string): string => new URL(address, 'http://x').searchParams.get('p') ?? ''

test('the rows of a call are refused where one is not as the wire says', () => {
  const refused: [unknown, RegExp][] = [
    ['id', /列表/],
    [{}, /列表/],
    [Array.from({ length: 31 }, () => ({ productId: 'a' })), /最多30行/],
    [[null], /第1行/],
    [[{ productId: 'a' }, {}], /第2行：缺少产品/],
    [[{ productId: '../a' }], /没有这个产品/],
    ...[0, -1, 1e9, 1.5, '三台', {}].map((quantity): [unknown, RegExp] => [
      [{ productId: 'a', quantity }],
      /第1行：数量应为1到1000000之间的整数/,
    ]),
    [[{ productId: 'a', model: '长'.repeat(61) }], /型号不能超过60/],
    [[{ productId: 'a', unit: '长'.repeat(11) }], /单位/],
    [[{ productId: 'a', note: 3 }], /应为文字/],
  ]
  for (const [value, words] of refused) assert.match(quoteRows.validate(value) ?? '', words, JSON.stringify(value))
  for (const none of [undefined, null, []]) {
    assert.equal(quoteRows.validate(none), undefined)
    assert.equal(quoteRows.parse(none), undefined)
  }
  const most = Array.from({ length: 30 }, (_, index) => ({ productId: `p-${index}`, quantity: 1_000_000 }))
  assert.equal(quoteRows.validate(most), undefined)
  assert.deepEqual(quoteRows.parse([{ productId: 'a', model: ' T1 ', note: '', more: 'x' }]), [
    { productId: 'a', model: 'T1' },
  ])
})

test('an address carries the rows, whatever is in a model', () => {
  assert.deepEqual(rowsInText('one*3,two:ZZ-T100*20'), {
    rows: [row('one', { quantity: '3' }), row('two', { model: 'ZZ-T100', quantity: '20' })],
    cut: false,
  })
  const rows = [
    row('one', { model: 'A,B:C*D%2C 50%', quantity: '2', unit: '套', note: '急，*要*' }),
    row('two', { note: '含安装' }),
    row('three'),
  ]
  assert.deepEqual(rowsInText(textOfRows(rows)).rows, rows)
  assert.deepEqual(rowsInText(searched(quoteAddress(rows))).rows, rows)
  assert.equal(
    quoteAddress([row('id', { quantity: '3' }), row('id', { model: 'm', quantity: '20' })]),
    '/xunjia?p=id*3,id:m*20',
  )
  assert.equal(quoteAddress([]), '/xunjia')
})

test('an address that somebody has made up is read as far as it is one, and no further than 30 rows', () => {
  assert.deepEqual(rowsInText('').rows, [])
  assert.deepEqual(rowsInText('<b>,../x*1,ok:%E0%A4%A*1*,*5').rows, [row('ok', { model: '%E0%A4%A', quantity: '1' })])
  const many = rowsInText(Array.from({ length: 31 }, (_, index) => `p${index}`).join())
  assert.deepEqual([many.rows.length, many.cut], [30, true])
  const long = rowsInText(`first,${'x'.repeat(20_000)}`)
  assert.deepEqual(long, { rows: [row('first')], cut: true })
})

test('an address stays below 8 KB: notes go first', () => {
  const rows = Array.from({ length: 30 }, (_, index) =>
    row(`product-${index}`, { model: `型号${index}`, quantity: '7', note: '备'.repeat(100) }),
  )
  const address = quoteAddress(rows)
  assert.ok(address.length < 7_000)
  assert.deepEqual(
    rowsInText(searched(address)).rows,
    rows.map((each) => ({ ...each, note: '' })),
  )
  assert.ok(quoteAddress(rows.map((each) => ({ ...each, model: '型'.repeat(60) }))).length < 7_000)
})

test('a quantity is read as people type it; what is no number is a note', () => {
  const read = (quantity: string, note = ''): string[] => {
    const { quantity: number, unit, note: words } = readQuantity(row('a', { quantity, note }))
    return [number, unit, words]
  }
  assert.deepEqual(read('３'), ['3', '', ''])
  assert.deepEqual(read(' 1,000 '), ['1000', '', ''])
  assert.deepEqual(read('3台'), ['3', '台', ''])
  assert.deepEqual(read('三台', '急'), ['', '', '三台，急'])
  for (const wrong of ['0', '-1', '1e9', '1000001', '2.5'])
    assert.match(quantityError(readQuantity(row('a', { quantity: wrong }))) ?? '', /数量应为1到1000000/, wrong)
  assert.equal(quantityError(row('a')), undefined)
})

test('the inputs of a form are its rows, and rows are sent without what is empty', () => {
  const form: Record<string, string> = {
    productId0: 'a',
    quantity0: '2',
    note0: '急',
    productId1: 'b',
    quantity1: '两台',
  }
  const rows = rowsOfForm((name) => form[name])
  assert.deepEqual(sentRows(rows), [
    { productId: 'a', quantity: 2, note: '急' },
    { productId: 'b', note: '两台' },
  ])
  assert.deepEqual(joinedRows([row('a'), row('b', { quantity: '1' })], [row('b', { quantity: '5' })]), [
    row('a'),
    row('b', { quantity: '5' }),
  ])
})
