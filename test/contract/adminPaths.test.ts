import assert from 'node:assert/strict'
import { test } from 'node:test'
import { movedSettings, settingsFieldPath } from '../../contract/calls/adminPaths.ts'
import { groupOfPath } from '../../contract/kinds/fieldPaths.ts'
import { siteFields } from '../../contract/site/siteFields.ts'

const moved = (group: string, field = ''): string | undefined => movedSettings(group, field, groupOfPath)

test('an address leads to the group that its field is in, and others stay', () => {
  assert.equal(moved('products'), '/AdminProduct?groups=1')
  assert.equal(moved('menu', 'caseTexts.intro'), '/AdminCase?texts=1&field=caseTexts.intro')
  assert.equal(moved('basics', 'map.lng'), '/settings?group=contact&field=map.lng')
  assert.equal(moved('inquiry', 'channels'), undefined)
  assert.equal(moved('contact'), undefined)
  for (const field of Object.keys(siteFields)) {
    const address = settingsFieldPath(groupOfPath(field)?.id ?? '', field)
    const group = new URLSearchParams(address.split('?')[1]).get('group')
    assert.ok(address.startsWith('/Admin') || moved(group ?? '', field) === undefined, address)
  }
})
