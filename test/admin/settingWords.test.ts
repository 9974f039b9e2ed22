import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherSettings, settingWords } from '../../client/admin/frame/settingWords.ts'
import { fieldAtPath, groupOfPath } from '../../contract/kinds/fieldPaths.ts'
import { siteGroups } from '../../contract/site/siteFields.ts'
import { siteGroupHeadings } from '../../contract/site/siteGroupTitles.ts'

test('the words of beginners lead to fields or groups that there are', () => {
  for (const path of Object.keys(settingWords)) assert.ok(fieldAtPath(path) ?? path in siteGroupHeadings.全站, path)
  for (const { group } of otherSettings)
    assert.ok(
      siteGroups.some(({ id }) => id === group),
      group,
    )
})

test('a path has its group', () => {
  assert.equal(groupOfPath('scenarios.2.name')?.id, 'scenarios')
  assert.equal(fieldAtPath('nothing.2.name'), undefined)
})
