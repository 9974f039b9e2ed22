import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mergePasted, pastedModels, rowsOf, withCell } from '../../client/admin/fields/modelTable.ts'
import { readable, titleOf } from '../../client/admin/form/readable.ts'
import { kinds } from '../../contract/kinds/kinds.ts'
import { cellOfModels, modelsInCell } from '../../contract/kinds/sheetColumns.ts'

test('a sheet with models as columns fills the table, and keeps what it does not name', () => {
  const pasted = pastedModels('参数\tA-1\tA-2\n价格（元）\t100\t200\n说明\t小\t\n臂长\t50m\t60m\n重量\t\t2t\n')
  assert.deepEqual(pasted, [
    { model: 'A-1', note: '小', price: '100', specs: [{ term: '臂长', value: '50m' }] },
    {
      model: 'A-2',
      note: '',
      price: '200',
      specs: [
        { term: '臂长', value: '60m' },
        { term: '重量', value: '2t' },
      ],
    },
  ])
  const before = [
    { model: 'A-2', note: '大', specs: [{ term: '臂长', value: '55m' }] },
    { model: '', note: '' },
  ]
  const merged = mergePasted(before, pasted ?? [])
  assert.deepEqual(
    merged.map(({ model, note, specs = [] }) => [model, note, specs[0]?.value]),
    [
      ['A-2', '大', '60m'],
      ['A-1', '小', '50m'],
    ],
  )
  assert.deepEqual(
    rowsOf(merged, ['颜色']).map(({ label }) => label),
    ['型号', '说明', '价格', '臂长', '重量', '颜色'],
  )
  const [first] = withCell(merged, 0, { name: '臂长', label: '臂长', isTerm: true }, '')
  assert.deepEqual(first?.specs, [{ term: '重量', value: '2t' }], 'an empty cell is no parameter')
})

test('models may be rows, or two columns without a heading; words are pasted as such', () => {
  assert.deepEqual(pastedModels('A-1\t小\nA-2\t大'), [
    { model: 'A-1', note: '小' },
    { model: 'A-2', note: '大' },
  ])
  assert.equal(pastedModels('A-1'), undefined)
  assert.deepEqual(pastedModels('规格\t说明\t臂长\nA-1\t小\t50m\nA-2\t\t60m\n'), [
    { model: 'A-1', note: '小', specs: [{ term: '臂长', value: '50m' }] },
    { model: 'A-2', note: '', specs: [{ term: '臂长', value: '60m' }] },
  ])
})

test('price and parameters of models travel through the cell of a sheet', () => {
  for (const models of [
    [
      { model: 'A-1', note: '小：轻', price: '3.2万元', specs: [{ term: '臂长：最大', value: '50\nm' }] },
      { model: 'A-2', note: '' },
    ],
    [{ model: 'A-1', note: '', price: '', specs: [{ term: '价格', value: '见合同' }] }],
  ])
    assert.deepEqual(modelsInCell(cellOfModels(models)), models)
})

test('a model is read as names and values; a list of products calls none by its id', () => {
  const { models } = kinds.product.described
  const stored = [
    {
      model: 'A-1',
      note: '小',
      price: '',
      specs: [
        { term: '臂长', value: '50m' },
        { term: '重', value: '2t' },
      ],
    },
  ]
  assert.equal(readable(models, stored), 'A-1：小：臂长：50m；重：2t')
  assert.equal(titleOf({ kind: 'product', label: '产品' }, '1a04606524d9'), '')
})
