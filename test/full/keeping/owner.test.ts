import assert from 'node:assert/strict'
import { chmod, chown, mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { newFolder } from '../../server.ts'
import { command } from '../../keeping/commands.ts'
import { archiveOf, newsRecord } from '../../keeping/tarOf.ts'

const nobody = 65534
const skip = process.geteuid?.() !== 0 && 'only root can be somebody else'

const modesIn = async (folder: string): Promise<string[]> => {
  const names = ['.', ...(await readdir(folder, { recursive: true }))].filter((name) => !name.startsWith('lock'))
  return Promise.all(
    names.sort().map(async (name) => {
      const { mode, uid, gid } = await stat(join(folder, name))
      return `${name} ${(mode & 0o777).toString(8)} ${uid}:${gid}`
    }),
  )
}

test('files that root restores have the owner of the data folder and the server’s modes', { skip }, async (t) => {
  const folder = newFolder(t)
  await chmod(folder, 0o755)
  const archive = archiveOf([newsRecord('a'), { name: 'uploads/news/p.png', body: 'p' }])
  await writeFile(join(folder, 'site.tar.gz'), archive, { mode: 0o600 })
  await mkdir(join(folder, 'data'), { mode: 0o700 })
  await mkdir(join(folder, 'uploads'))
  for (const made of ['data', 'uploads']) await chown(join(folder, made), nobody, nobody)
  const { code, output } = await command('restore', folder, ['site.tar.gz'])
  assert.equal(code, 0, output)
  assert.match(output, /文件所有者：nobody/)
  const data = await modesIn(join(folder, 'data'))
  assert.ok(
    data.includes('. 700 65534:65534') &&
      data.includes('news 700 65534:65534') &&
      data.includes('news/a.json 600 65534:65534'),
    data.join('\n'),
  )
  assert.ok(data.every((each) => each.endsWith('65534:65534')))
  assert.deepEqual(await modesIn(join(folder, 'uploads')), [
    '. 755 65534:65534',
    'news 755 65534:65534',
    'news/p.png 644 65534:65534',
  ])
})

test('another user is refused in one line', { skip }, async (t) => {
  const folder = newFolder(t)
  await mkdir(join(folder, 'data'), { mode: 0o755 })
  await chmod(folder, 0o777)
  const { code, output } = await command('backup', folder, ['site.tar.gz'], { uid: nobody })
  assert.equal(code, 1)
  assert.equal(output, `${folder}/data 属于用户 root，请以该用户或root的身份运行\n`)
  assert.deepEqual(await readdir(folder), ['data'])
})
