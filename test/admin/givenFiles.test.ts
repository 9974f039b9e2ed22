import assert from 'node:assert/strict'
import { test } from 'node:test'
import { givenFiles } from '../../client/admin/moving/givenFiles.ts'
import { noSheetIn } from '../../client/admin/sheets/rowFiles.ts'
import { SheetProblem } from '../../client/admin/sheets/sheetProblem.ts'
import { pathOf } from '../../client/admin/ui/droppedFiles.ts'
import { zip } from '../uploads/documents.ts'

const dropped = (path: string, content: BlobPart = 'x'): File =>
  Object.defineProperty(new File([content], path.replace(/^.*\//, '')), 'webkitRelativePath', { value: path })
const archive = (files: Record<string, string>, isPacked = true): File =>
  new File([zip(files, '', isPacked) as BlobPart], 'backup.zip')
const linesOf = async (source: File | undefined): Promise<{ path: string; text: string }[]> =>
  (await source?.text())
    ?.trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line)) ?? []

test('the texts of a folder are one file, and its pictures stand beside it', async () => {
  const gbk = Uint8Array.of(0xc4, 0xe3, 0xba, 0xc3)
  const { source, pictures } = await givenFiles([
    dropped('blog/_config.yml', 'permalink: x'),
    dropped('blog/source/_posts/a.md', gbk),
    dropped('blog/source/images/a.png'),
    dropped('blog/package.json'),
    dropped('blog/node_modules/x/README.md'),
  ])
  assert.deepEqual(await linesOf(source), [
    { path: 'blog/_config.yml', text: 'permalink: x' },
    { path: 'blog/source/_posts/a.md', text: '你好' },
  ])
  assert.deepEqual(pictures.map(pathOf), ['blog/source/images/a.png'])
})

test('an archive is as the folder in it', async () => {
  for (const isPacked of [true, false]) {
    const { source, pictures } = await givenFiles([
      archive(
        {
          'site/content/a.md': '# 一',
          'site/static/img/b.jpg': 'jpeg',
          'site/static/d.pdf': 'pdf',
          'site/addresses.csv': '"旧地址","新地址"',
          'site/x.js': 'no',
          '__MACOSX/site/._a.md': 'no',
        },
        isPacked,
      ),
    ])
    assert.deepEqual(await linesOf(source), [
      { path: 'site/content/a.md', text: '# 一' },
      { path: 'site/addresses.csv', text: '"旧地址","新地址"' },
    ])
    assert.deepEqual(
      pictures.map((file) => [pathOf(file), file.type]),
      [
        ['site/static/img/b.jpg', 'image/jpeg'],
        ['site/static/d.pdf', ''],
      ],
    )
    assert.equal(await pictures[0]?.text(), 'jpeg')
  }
})

test('of a backup of Halo only the contents are sent: accounts and keys stay', async () => {
  const stored = (name: string, data: object) => ({ name, data: Buffer.from(JSON.stringify(data)).toString('base64') })
  const all = [
    stored('/registry/content.halo.run/posts/p', { spec: { title: '标题' } }),
    stored('/registry/content.halo.run/comments/c', { spec: { owner: { email: 'secret@example.com' } } }),
    stored('/registry/users/admin', { spec: { password: 'secret' } }),
  ]
  const { source, pictures } = await givenFiles([
    archive({ 'extensions.data': JSON.stringify(all), 'workdir/attachments/upload/a.png': 'png' }),
  ])
  assert.deepEqual(await linesOf(source), [
    { path: '/registry/content.halo.run/posts/p', text: '{"spec":{"title":"标题"}}' },
  ])
  assert.deepEqual(pictures.map(pathOf), ['workdir/attachments/upload/a.png'])
  for (const broken of ['[]', '[{"name":"/regis', '{}'])
    await assert.rejects(givenFiles([archive({ 'extensions.data': broken })]), /备份不完整/)
})

test('an export is the file itself, also beside others', async () => {
  const file = dropped('x/export.json')
  assert.equal((await givenFiles([dropped('x/a.png'), file])).source, file)
  assert.equal((await givenFiles([dropped('x/a.txt')])).source, undefined)
  assert.equal((await givenFiles([dropped('site/hugo.toml')])).source, undefined, 'settings alone are no text')
})

test('an archive that grows without end, or is none, is refused in words', async () => {
  const bomb = archive({ 'a.md': ' '.repeat(90 * 1_048_576) })
  for (const file of [bomb, new File(['PK not really'], 'x.zip')])
    await assert.rejects(givenFiles([file]), (cause) => cause instanceof SheetProblem && /先解压/.test(cause.message))
})

test('more text than the server takes is refused before it is sent', async () => {
  const large = dropped('a.md', new Uint8Array(51 * 1_048_576).fill(0x61))
  await assert.rejects(givenFiles([large]), /超过50MB/)
})

test('a backup of an old site is no sheet: where it belongs is said', () => {
  const said = (name: string): boolean => noSheetIn([{ name }]).includes('请到“网站设置 › 搬家”')
  assert.deepEqual(['a.sql', 'a.SQL.gz', 'wp.xml', 'a.db', 'a.exe'].map(said), [true, true, true, true, false])
})
