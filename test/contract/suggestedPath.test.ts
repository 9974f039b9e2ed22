import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds } from '../../contract/kinds/kinds.ts'
import { suggestedPath } from '../../contract/kinds/suggestedPath.ts'

test('an address is suggested from the initials of a title, and differs from those that exist', () => {
  assert.equal(suggestedPath('招聘', []), 'zp')
  assert.equal(suggestedPath('服务网点 FAQ（2026年）', []), 'fwwdfaq2026n')
  assert.equal(suggestedPath('招聘', ['zp', 'zp-2', 'fw']), 'zp-3')
  assert.equal(suggestedPath('！？', ['zp']), '')
})

test('whatever is suggested is accepted', () => {
  for (const title of ['招'.repeat(200), 'ＡＢＣ—— 产品', '2026', 'Ünïcode 说明', '-- a --']) {
    const path = suggestedPath(title, [])
    assert.equal(kinds.page.fields.pagePath.validate(path), undefined, `${title}: ${path}`)
  }
})
