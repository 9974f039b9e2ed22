import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { LeadFile } from '../../contract/leadFiles.ts'
import { eraseAside } from '../../server/store/swapFolders.ts'
import { commandsIn } from '../commandsIn.ts'
import { type Answer, filesOnly, newFolder, startServer, type TestServer } from '../server.ts'
import { pdf } from '../uploads/documents.ts'
import { command } from './commands.ts'
import { archiveOf, newsRecord } from './tarOf.ts'

const page = await readFile(fileURLToPath(new URL('../../docs/backup.md', import.meta.url)), 'utf8')

/** With a file that says who has sent it. */
const ask = async (server: TestServer, name: string, phone: string): Promise<void> => {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(pdf(phone))]), `${name}.pdf`)
  const sent = (await (await fetch(`${server.url}/v1/inquiry/file`, { method: 'POST', body: form })).json()) as Answer
  const { code } = await server.post('/v1/inquiry/save', { topic: '报价', name, phone, files: [sent.data.fileId] })
  assert.equal(code, 200)
}
const filesIn = async (server: TestServer): Promise<Buffer[]> => {
  const headers = await server.signIn()
  const { data } = await server.post('/v1/agent/list', { page: 1, limit: 20, sort: 'agentName' }, { headers })
  const files = data.data.map(async ({ agentId, files: [file] }: { agentId: string; files: LeadFile[] }) => {
    const query = new URLSearchParams({ agentId, fileId: file?.fileId ?? '' })
    return Buffer.from(await (await fetch(`${server.url}/v1/inquiry/file?${query}`, { headers })).arrayBuffer())
  })
  return Promise.all(files)
}
const namesIn = async (server: TestServer): Promise<string[]> => {
  const { data } = await server.post('/v1/agent/list', { page: 1, limit: 20 }, { headers: await server.signIn() })
  return data.data.map(({ agentName }: { agentName: string }) => agentName).sort()
}

test(
  'a wrong restore is taken back by the commands of the page, with what customers have asked meanwhile',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const archives = newFolder(t)
    const good = await startServer(t, { folder })
    await ask(good, '王一', '13900000001')
    await good.stop()
    assert.equal((await command('backup', folder, [join(archives, 'good.tar.gz')])).code, 0)
    // Of long ago, with somebody whose data was erased since.
    const erased = { id: 'gone', createdAt: '2026-01-05T10:00:00.000+08:00', agentName: '李二', phone: '13900000002' }
    const body = JSON.stringify(erased)
    await writeFile(
      join(archives, 'wrong.tar.gz'),
      archiveOf([newsRecord('old'), { name: 'data/agent/gone.json', body }]),
    )
    assert.equal((await command('restore', folder, [join(archives, 'wrong.tar.gz'), '--replace'])).code, 0)
    const wrong = await startServer(t, { folder })
    await ask(wrong, '张三', '13900000003')

    const asides = async (): Promise<string[]> =>
      (await readdir(join(folder, 'data'))).filter((name) => name.startsWith('replaced-')).sort()
    const runs =
      commandsIn(page)
        .find((block) => block.includes('--only agent'))
        ?.split('\n') ?? []
    const argumentsOf = async (line: string): Promise<string[]> => {
      const aside = (await asides()).at(-1) ?? ''
      const words = line.replace(/^zhuzhan restore /, '').replace(/ +#.*/, '')
      return words
        .replace(/\S+\/replaced-\d+/, join(folder, 'data', aside))
        .replace(/\S+\.tar\.gz/, join(archives, 'good.tar.gz'))
        .split(' ')
    }
    const restores = runs.filter((line) => line.startsWith('zhuzhan restore '))
    assert.equal(restores.length, 2)
    const refused = await command('restore', folder, [...(await argumentsOf(restores[1] ?? ''))])
    assert.match(refused.output, /服务器正在运行，请先停止它/)
    await wrong.stop()
    for (const line of restores) {
      const { code, output } = await command('restore', folder, await argumentsOf(line))
      assert.equal(code, 0, output)
    }
    const again = await command('restore', folder, await argumentsOf(restores[1] ?? ''))
    assert.match(again.lastLine, /加回 0 条客户线索/)
    const back = await startServer(t, { folder })
    assert.deepEqual(await namesIn(back), ['张三', '王一'])
    const sent = ['13900000001', '13900000003'].map((phone) => pdf(phone))
    assert.deepEqual((await filesIn(back)).sort(Buffer.compare), sent.sort(Buffer.compare))
    await back.stop()

    // Erased customers are in what was moved aside: it goes.
    await mkdir(join(folder, 'data', 'replaced-20260101000000', 'agent'), { recursive: true })
    const before = await asides()
    const roots = [join(folder, 'data'), join(folder, 'uploads')] as const
    assert.equal(await eraseAside(roots, Date.now() - 30 * 86_400_000), 1)
    assert.deepEqual(await asides(), before.slice(1))
  },
)

test('a rehearsal goes into a folder of its own, whatever site the settings name', async (t) => {
  const home = newFolder(t)
  await writeFile(join(home, 'site.tar.gz'), archiveOf([newsRecord('one')]))
  const env = { DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' }
  const { code, output } = await command('restore', home, ['site.tar.gz', '--into', 'rehearsal'], { env })
  assert.equal(code, 0, output)
  assert.deepEqual((await readdir(home)).sort(), ['rehearsal', 'site.tar.gz'])
  assert.deepEqual(await readdir(join(home, 'rehearsal', 'data', 'news')), ['one.json'])
})

test('without DATA_DIR root restores nothing, and is told what to do first', {
  skip: process.geteuid?.() !== 0,
}, async (t) => {
  const home = newFolder(t)
  await writeFile(join(home, 'site.tar.gz'), archiveOf([newsRecord('one')]))
  const env = { DATA_DIR: '', UPLOADS_DIR: '', OFFSITE_REGION: 'the six lines alone' }
  const { code, output } = await command('restore', home, ['site.tar.gz'], { env })
  assert.equal(code, 1)
  assert.match(output, /install\.sh --stopped/)
  assert.deepEqual(await readdir(home), ['site.tar.gz'])
})
