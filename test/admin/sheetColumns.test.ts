import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderToString } from '../client/page.ts'

const { createElement } = await import('react')
const { SheetColumns } = await import('../../client/admin/import/SheetColumns.tsx')

test('which column of groups is the upper one is said', () => {
  const rows = [
    ['名称', '大类', '小类'],
    ['甲', '泵', '离心泵'],
  ]
  const html = renderToString(
    createElement(SheetColumns, {
      ...{ kind: 'product', rows, head: 0, pictures: [], notes: [], files: [], missingGroups: [], staged: [] },
      uses: ['title', 'group', 'group'],
      groups: new Map(),
      onGroup() {},
      onHead() {},
      onUses() {},
      take() {},
    }),
  )
  assert.match(html, /“大类”是上级分类，“小类”是它下面的/)
})
