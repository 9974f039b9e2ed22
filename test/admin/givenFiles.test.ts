import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenFiles } from '../../client/admin/import/givenFiles.ts'
import { noSheetIn } from '../../client/admin/import/rowFiles.ts'
import { SheetProblem } from '../../client/admin/import/sheetProblem.ts'
import { pathOf } from '../../client/admin/ui/droppedFiles.ts'
import { zip } from '../media/documents.ts'

const dropped = (path: string, content: BlobPart = 'x'): File =>
  Object.defineProperty(new File([content], path.replace(/^.*\//, '')), 'webkitRelativePath', { value: path })
const archive = (files: Record<string, string>, isPacked = true): File =>
  new File([zip(files, '', isPacked) as BlobPart], 'backup.zip')

test('an archive is as the folder in it, and only pictures and documents of it are taken', async () => {
  for (const isPacked of [true, false]) {
    const files = { 'site/img/b.jpg': 'jpeg', 'site/d.pdf': 'pdf', 'site/x.js': 'no', '__MACOSX/site/._b.jpg': 'no' }
    const { source, pictures } = await givenFiles([archive(files, isPacked)])
    assert.equal(source, undefined)
    assert.deepEqual(
      pictures.map((file) => [pathOf(file), file.type]),
      [
        ['site/img/b.jpg', 'image/jpeg'],
        ['site/d.pdf', ''],
      ],
    )
    assert.equal(await pictures[0]?.text(), 'jpeg')
  }
})

test('an export is the file itself, also beside others', async () => {
  const file = dropped('x/export.xml')
  const { source, pictures } = await givenFiles([dropped('x/images/a.png'), file, dropped('x/node_modules/b.png')])
  assert.equal(source, file)
  assert.deepEqual(pictures.map(pathOf), ['x/images/a.png'])
  for (const other of ['x/a.txt', 'x/a.md', 'x/a.json'])
    assert.equal((await givenFiles([dropped(other)])).source, undefined, other)
})

test('an archive that grows without end, or is none, is refused in words', async () => {
  const bomb = archive({ 'a.png': ' '.repeat(90 * 1_048_576) })
  for (const file of [bomb, new File(['PK not really'], 'x.zip')])
    await assert.rejects(givenFiles([file]), (cause) => cause instanceof SheetProblem && /先解压/.test(cause.message))
})

test('a backup of an old site is no sheet: where it belongs is said', () => {
  const said = (name: string): boolean => noSheetIn([{ name }]).includes('请到“网站设置 › 搬家”')
  assert.deepEqual(['a.sql', 'a.SQL.gz', 'wp.xml', 'a.db', 'a.exe'].map(said), [true, true, true, true, false])
})
