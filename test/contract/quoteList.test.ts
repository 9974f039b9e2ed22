import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  joinedRows,
  quoteAddress,
  rowsInText,
  rowsOfForm,
  sentRows,
  type TypedRow,
} from '../../contract/leads/quoteList.ts'
import { quoteRows } from '../../contract/leads/quoteRules.ts'

const row = (productId: string, more: Partial<TypedRow> = {}): TypedRow => ({
  productId,
  name: '',
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
  const rows = [
    row('one', { model: 'A,B:C*D%2C 50%', quantity: '2' }),
    row('two', { model: '型号', quantity: '三*台,' }),
    row('two', { quantity: '10', unit: '25kg*2/箱,%' }),
    row('three', { unit: '米' }),
    row('three'),
  ]
  assert.deepEqual(rowsInText(searched(quoteAddress(rows))), rows)
  assert.equal(
    quoteAddress([row('id', { quantity: '3', note: '急' }), row('id', { model: 'ZZ-T1', quantity: '20', unit: '台' })]),
    '/xunjia?p=id*3,id:ZZ-T1*20*%E5%8F%B0',
  )
  assert.equal(quoteAddress([]), '/xunjia')
})

test('an address that somebody has made up is read as far as it is one, and no further than 30 rows', () => {
  assert.deepEqual(rowsInText(''), [])
  assert.deepEqual(rowsInText('<b>,../x*1,ok:%E0%A4%A*1**,*5'), [
    row('ok', { model: '%E0%A4%A', quantity: '1', unit: '*' }),
  ])
  assert.deepEqual(sentRows(rowsInText('old*20米')), [row('old', { quantity: '20', unit: '米' })])
  assert.equal(rowsInText(Array.from({ length: 31 }, (_, index) => `p${index}`).join()).length, 30)
})

test('a quantity is read as people type it; what is no number is a note', () => {
  const sent = (quantity: string, note = '') => sentRows([row('a', { quantity, note })])
  const read = (quantity: string, note?: string): string[] =>
    sent(quantity, note).flatMap((each) => [each.quantity, each.unit, each.note])
  assert.deepEqual(read(''), ['', '', ''])
  assert.deepEqual(read('３'), ['3', '', ''])
  assert.deepEqual(read(' 1,000 '), ['1000', '', ''])
  assert.deepEqual(read('3台'), ['3', '台', ''])
  assert.deepEqual(read('三台', '急'), ['', '', '三台，急'])
  assert.deepEqual(read('3-5台'), ['', '', '3-5台'])
  for (const wrong of ['0', '-1', '1e9', '1000001', '2.5'])
    assert.match(quoteRows.validate(sent(wrong)) ?? '', /第1行：数量应为1到1000000/, wrong)
  assert.equal(quoteRows.validate(sent('')), undefined)
})

test('the inputs of a form are its rows, and two lists are one, of 30 rows at most', () => {
  const form: Record<string, string> = {
    productId0: 'a',
    quantity0: '2',
    note0: '急',
    productId1: '../b',
    productId2: 'c',
  }
  assert.deepEqual(
    rowsOfForm((name) => form[name]),
    [row('a', { quantity: '2', note: '急' }), row('c')],
  )
  assert.deepEqual(joinedRows([row('a'), row('b', { quantity: '1', note: '急' })], [row('b', { quantity: '5' })]), [
    row('a'),
    row('b', { quantity: '5', note: '急' }),
  ])
  const many = Array.from({ length: 20 }, (_, index) => row(`a${index}`))
  assert.equal(
    joinedRows(
      many,
      many.map((each) => ({ ...each, model: 'T' })),
    ).length,
    30,
  )
})
