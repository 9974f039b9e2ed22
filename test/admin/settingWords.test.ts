import assert from 'node:assert/strict'
import { test } from 'node:test'
import { otherSettings, settingWords } from '../../client/admin/frame/settingWords.ts'
import { fieldAtPath, groupOfPath, wordsOfPath } from '../../contract/fieldPaths.ts'
import { siteGroups } from '../../contract/siteFields.ts'
import { siteGroupHeadings } from '../../contract/siteGroupTitles.ts'

test('the words of beginners lead to fields or groups that there are', () => {
  for (const path of Object.keys(settingWords)) assert.ok(fieldAtPath(path) ?? path in siteGroupHeadings.全站, path)
  for (const { group } of otherSettings)
    assert.ok(
      siteGroups.some(({ id }) => id === group),
      group,
    )
})

test('a path has its group and its words, with the number of an item', () => {
  assert.equal(groupOfPath('scenarios.2.name')?.id, 'scenarios')
  assert.equal(wordsOfPath('scenarios.2.name'), '应用场景 · 第3项 · 名称')
  assert.match(wordsOfPath('homeTexts.products.name'), / · 产品 · 标题$/)
  assert.equal(fieldAtPath('nothing.2.name'), undefined)
})
