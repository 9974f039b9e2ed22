import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { edited } from './dom.ts'

const { insertBlocks } = await import('../../client/editor/text/blocks.ts')
const { changeTable, createTable } = await import('../../client/editor/text/tables.ts')

const table = (...rows: string[]): string =>
  `<table><tbody>${rows.map((row) => `<tr>${row}</tr>`).join('')}</tbody></table>`

describe('tables', () => {
  test('are created with a head or without', () => {
    assert.equal(
      edited('<p>|</p>', insertBlocks(createTable(2, 2, true))),
      '<table><thead><tr><th><br></th><th><br></th></tr></thead><tbody><tr><td><br></td><td><br></td></tr></tbody></table><p>|<br></p>',
    )
    assert.equal(
      edited('<p>一|</p>', insertBlocks(createTable(1, 1, true))),
      '<p>一</p><table><thead><tr><th><br></th></tr></thead></table><p>|<br></p>',
    )
  })

  test('grow by rows', () => {
    assert.equal(
      edited(table('<td>一|</td><td>二</td>'), changeTable('rowBelow')),
      table('<td>一|</td><td>二</td>', '<td><br></td><td><br></td>'),
    )
    assert.equal(
      edited(table('<td>一|</td><td>二</td>'), changeTable('rowAbove')),
      table('<td><br></td><td><br></td>', '<td>一|</td><td>二</td>'),
    )
    assert.equal(
      edited('<table><thead><tr><th>一|</th></tr></thead></table>', changeTable('rowBelow')),
      '<table><thead><tr><th>一|</th></tr></thead><tbody><tr><td><br></td></tr></tbody></table>',
    )
    assert.equal(
      edited(
        '<table><thead><tr><th>一|</th></tr></thead><tbody><tr><td>二</td></tr></tbody></table>',
        changeTable('rowBelow'),
      ),
      '<table><thead><tr><th>一|</th></tr></thead><tbody><tr><td><br></td></tr><tr><td>二</td></tr></tbody></table>',
    )
  })

  test('grow by columns, in the head, too', () => {
    assert.equal(
      edited(
        '<table><thead><tr><th>一</th></tr></thead><tbody><tr><td>二|</td></tr></tbody></table>',
        changeTable('columnAfter'),
      ),
      '<table><thead><tr><th>一</th><th><br></th></tr></thead><tbody><tr><td>二|</td><td><br></td></tr></tbody></table>',
    )
    assert.equal(edited(table('<td>一|</td>'), changeTable('columnBefore')), table('<td><br></td><td>一|</td>'))
  })

  test('lose rows and columns, and are removed with the last', () => {
    assert.equal(edited(table('<td>一|</td>', '<td>二</td>'), changeTable('removeRow')), table('<td>|二</td>'))
    assert.equal(edited(table('<td>一</td><td>二|</td>'), changeTable('removeColumn')), table('<td>|一</td>'))
    assert.equal(edited(`${table('<td>一|</td>')}<p>二</p>`, changeTable('removeRow')), '<p>|<br></p><p>二</p>')
    assert.equal(
      edited(`${table('<td>一|</td><td>二</td>')}<p>三</p>`, changeTable('removeTable')),
      '<p>|<br></p><p>三</p>',
    )
  })

  test('with merged cells keep their shape', () => {
    const merged = table('<td colspan="2">一</td><td rowspan="2">二</td>', '<td>三|</td><td>四</td>')
    assert.equal(
      edited(merged, changeTable('rowAbove')),
      table('<td colspan="2">一</td><td rowspan="3">二</td>', '<td><br></td><td><br></td>', '<td>三|</td><td>四</td>'),
    )
    assert.equal(
      edited(merged, changeTable('columnAfter')),
      table('<td colspan="3">一</td><td rowspan="2">二</td>', '<td>三|</td><td><br></td><td>四</td>'),
    )
    assert.equal(
      edited(merged, changeTable('removeColumn')),
      table('<td>一</td><td rowspan="2">二</td>', '<td>|四</td>'),
    )
    assert.equal(edited(merged, changeTable('removeRow')), table('<td colspan="2">|一</td><td>二</td>'))
    assert.equal(
      edited(merged.replace('|', '').replace('二', '二|'), changeTable('removeColumn')),
      table('<td colspan="2">一</td>', '<td>三</td><td>|四</td>').replace('|四', '四').replace('一', '|一'),
    )
  })

  test('cells that span on from a removed row begin in the next', () => {
    assert.equal(
      edited(
        table('<td rowspan="2">一</td><td>二|</td>', '<td>三</td>', '<td>四</td><td>五</td>'),
        changeTable('removeRow'),
      ),
      table('<td>一</td><td>|三</td>', '<td>四</td><td>五</td>'),
    )
  })

  test('get a head and lose it again', () => {
    const plain = table('<td>一|</td><td colspan="2">二</td>', '<td>三</td><td>四</td><td>五</td>')
    const headed =
      '<table><thead><tr><th>一|</th><th colspan="2">二</th></tr></thead><tbody><tr><td>三</td><td>四</td><td>五</td></tr></tbody></table>'
    assert.equal(edited(plain, changeTable('toggleHead')), headed)
    assert.equal(edited(headed, changeTable('toggleHead')), plain)
  })

  test('get an empty line before or after', () => {
    assert.equal(edited(table('<td>一|</td>'), changeTable('lineBefore')), `<p>|<br></p>${table('<td>一</td>')}`)
    assert.equal(
      edited(`${table('<td>一|</td>')}${table('<td>二</td>')}`, changeTable('lineAfter')),
      `${table('<td>一</td>')}<p>|<br></p>${table('<td>二</td>')}`,
    )
  })
})
