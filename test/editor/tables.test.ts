import { describe, test } from 'node:test'
import { becomes } from './dom.ts'

const { insertBlocks } = await import('../../client/editor/text/blocks.ts')
const { changeTable, createTable } = await import('../../client/editor/text/tables.ts')

const table = (...rows: string[]): string =>
  `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`

describe('tables', () => {
  test('are created with a head or without', () => {
    becomes(
      '<p>|</p>',
      '<table><thead><tr><th><br></th><th><br></th></tr></thead><tbody><tr><td><br></td><td><br></td></tr></tbody></table><p>|<br></p>',
      insertBlocks(createTable(2, 2, true)),
    )
    becomes(
      '<p>一|</p>',
      '<p>一</p><table><thead><tr><th><br></th></tr></thead></table><p>|<br></p>',
      insertBlocks(createTable(1, 1, true)),
    )
  })

  test('grow by rows', () => {
    becomes(
      table('<td>一|</td><td>二</td>'),
      table('<td>一|</td><td>二</td>', '<td><br></td><td><br></td>'),
      changeTable('rowBelow'),
    )
    becomes(
      table('<td>一|</td><td>二</td>'),
      table('<td><br></td><td><br></td>', '<td>一|</td><td>二</td>'),
      changeTable('rowAbove'),
    )
    becomes(
      '<table><thead><tr><th>一|</th></tr></thead></table>',
      '<table><thead><tr><th>一|</th></tr></thead><tbody><tr><td><br></td></tr></tbody></table>',
      changeTable('rowBelow'),
    )
    becomes(
      '<table><thead><tr><th>一|</th></tr></thead><tbody><tr><td>二</td></tr></tbody></table>',
      '<table><thead><tr><th>一|</th></tr></thead><tbody><tr><td><br></td></tr><tr><td>二</td></tr></tbody></table>',
      changeTable('rowBelow'),
    )
  })

  test('grow by columns, in the head, too', () => {
    becomes(
      '<table><thead><tr><th>一</th></tr></thead><tbody><tr><td>二|</td></tr></tbody></table>',
      '<table><thead><tr><th>一</th><th><br></th></tr></thead><tbody><tr><td>二|</td><td><br></td></tr></tbody></table>',
      changeTable('columnAfter'),
    )
    becomes(table('<td>一|</td>'), table('<td><br></td><td>一|</td>'), changeTable('columnBefore'))
  })

  test('lose rows and columns, and are removed with the last', () => {
    becomes(table('<td>一|</td>', '<td>二</td>'), table('<td>|二</td>'), changeTable('removeRow'))
    becomes(table('<td>一</td><td>二|</td>'), table('<td>|一</td>'), changeTable('removeColumn'))
    becomes(`${table('<td>一|</td>')}<p>二</p>`, '<p>|<br></p><p>二</p>', changeTable('removeRow'))
    becomes(`${table('<td>一|</td><td>二</td>')}<p>三</p>`, '<p>|<br></p><p>三</p>', changeTable('removeTable'))
  })

  test('with merged cells keep their shape', () => {
    const merged = table('<td colspan="2">一</td><td rowspan="2">二</td>', '<td>三|</td><td>四</td>')
    becomes(
      merged,
      table('<td colspan="2">一</td><td rowspan="3">二</td>', '<td><br></td><td><br></td>', '<td>三|</td><td>四</td>'),
      changeTable('rowAbove'),
    )
    becomes(
      merged,
      table('<td colspan="3">一</td><td rowspan="2">二</td>', '<td>三|</td><td><br></td><td>四</td>'),
      changeTable('columnAfter'),
    )
    becomes(merged, table('<td>一</td><td rowspan="2">二</td>', '<td>|四</td>'), changeTable('removeColumn'))
    becomes(merged, table('<td colspan="2">|一</td><td>二</td>'), changeTable('removeRow'))
    becomes(
      merged.replace('|', '').replace('二', '二|'),
      table('<td colspan="2">一</td>', '<td>三</td><td>|四</td>').replace('|四', '四').replace('一', '|一'),
      changeTable('removeColumn'),
    )
  })

  test('cells that span on from a removed row begin in the next', () => {
    becomes(
      table('<td rowspan="2">一</td><td>二|</td>', '<td>三</td>', '<td>四</td><td>五</td>'),
      table('<td>一</td><td>|三</td>', '<td>四</td><td>五</td>'),
      changeTable('removeRow'),
    )
  })

  test('get a head and lose it again', () => {
    const plain = table('<td>一|</td><td colspan="2">二</td>', '<td>三</td><td>四</td><td>五</td>')
    const headed =
      '<table><thead><tr><th>一|</th><th colspan="2">二</th></tr></thead><tbody><tr><td>三</td><td>四</td><td>五</td></tr></tbody></table>'
    becomes(plain, headed, changeTable('toggleHead'))
    becomes(headed, plain, changeTable('toggleHead'))
  })

  test('get an empty line before or after', () => {
    becomes(table('<td>一|</td>'), `<p>|<br></p>${table('<td>一</td>')}`, changeTable('lineBefore'))
    becomes(
      `${table('<td>一|</td>')}${table('<td>二</td>')}`,
      `${table('<td>一</td>')}<p>|<br></p>${table('<td>二</td>')}`,
      changeTable('lineAfter'),
    )
  })
})
