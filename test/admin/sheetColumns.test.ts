import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderToString } from '../client/page.ts'

const { createElement } = await import('react')
const { SheetColumns } = await import('../../client/admin/sheets/SheetColumns.tsx')
const { stageSheet } = await import('../../client/admin/sheets/stageSheet.ts')

test('whether rows rename records is asked above the columns, and which column of groups is the upper one is said', () => {
  const rows = [
    ['名称', '型号', '大类', '小类'],
    ['新名字', 'A-1', '泵', '离心泵'],
  ]
  const uses = ['title', 'model', 'group', 'group']
  const existing = {
    id: 'p',
    title: '旧名字',
    fields: { models: [{ model: 'A-1', note: '' }] },
    draftVersion: '',
    basedOn: 'v',
  }
  const html = renderToString(
    createElement(SheetColumns, {
      ...{ kind: 'product', rows, uses, head: 0, pictures: [], notes: [], files: [], missingGroups: [] },
      staged: stageSheet({ kind: 'product', rows, uses, files: [], existing: [existing], groupIdOf: () => undefined }),
      groups: new Map(),
      renames: false,
      onGroup() {},
      onHead() {},
      onRenames() {},
      onUses() {},
      take() {},
    }),
  )
  const [, asked = '', columns = ''] = html.split('<section')
  assert.match(asked, /“旧名字” → “新名字”.*是同一个，改掉原来的名称/)
  assert.match(columns, /“大类”是上级分类，“小类”是它下面的/)
})
