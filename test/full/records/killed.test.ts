import assert from 'node:assert/strict'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../eventually.ts'
import { type Answer, filesOnly, newFolder, startProgram } from '../../server.ts'

type Post = (path: string, body?: object) => Promise<Answer>
const kind = 'news'
const id = 'n'
const newTitle = (title: string): object => ({ kind, id, newId: id, fields: { newTitle: title }, newTitle: title })

/** One after the other, as staff would do it. */
const steps: readonly [path: string, body: object][] = [
  ['news/updateNews', newTitle('二')],
  ['draft/save', newTitle('三')],
  ['draft/publish', { kind, id }],
  ['draft/publish', newTitle('不存草稿')],
  ['draft/save', newTitle('写到一半')],
  ['draft/publish', newTitle('写完')],
  ['draft/save', newTitle('四')],
  ['act/discard', { kind, id }],
  ['act/unpublish', { kind, id }],
  ['draft/publish', { kind, id }],
  ['news/deleteNews', { newId: id }],
  ['act/restore', { kind, id }],
  ['draft/save', newTitle('五')],
  ['news/deleteNews', { newId: id }],
  ['act/restore', { kind, id }],
  ['act/unpublish', { kind, id }],
  ['act/discard', { kind, id }],
  ['act/restore', { kind, id }],
  ['draft/publish', { kind, id }],
  ['news/deleteNews', { newId: id }],
  ['trash/delete', { kind, ids: [id] }],
]

/** A server on the folder, whose writer is killed at the nth change once a file says so. */
async function open(t: TestContext, folder: string, killAt?: string) {
  const preload = fileURLToPath(new URL('../../records/killWriter.cjs', import.meta.url))
  const env = killAt === undefined ? {} : { KILL_AT: killAt, NODE_OPTIONS: `--require ${preload}` }
  const server = await startProgram(t, { folder, env })
  const headers = await server.signIn()
  const post: Post = (path, body = {}) => server.post(`/v1/${path}`, body, { headers })
  const state = async (): Promise<string> => {
    const [live, draft, trash] = await Promise.all([
      post('news/detailNews', { newId: id }),
      post('draft/detail', { kind, id }),
      post('trash/list', { kind }),
    ])
    return JSON.stringify([
      live.data?.newTitle,
      draft.data?.fields?.newTitle,
      trash.data.data.map(({ title }: { title: string }) => title),
    ])
  }
  const versions = async (): Promise<number> => (await post('history/list', { kind, id })).data?.length ?? 0
  return { server, post, state, versions }
}

/** Every nth change is tried; 1 tries all of them. */
const every = Number(process.env.EVERY ?? 6)

test(
  'a server that is killed between any two changes of files has done a step or not, and loses nothing',
  filesOnly,
  async (t) => {
    const template = newFolder(t)
    const first = await open(t, template)
    const { newId } = (await first.post('news/saveNews', { newTitle: '一' })).data
    await first.server.stop()
    // Known beforehand, so that the steps can name it.
    const record = join(template, 'data', kind, `${newId}.json`)
    writeFileSync(record, readFileSync(record, 'utf8').replace(newId, id))
    renameSync(record, join(template, 'data', kind, `${id}.json`))
    // Or each copy says that it is one.
    await rm(join(template, 'data', 'offsite'), { recursive: true })

    const complete = join(newFolder(t), 'home')
    await cp(template, complete, { recursive: true })
    const model = await open(t, complete)
    const states = [await model.state()]
    const counts = [await model.versions()]
    for (const [path, body] of steps) {
      assert.equal((await model.post(path, body)).code, 200, path)
      states.push(await model.state())
      counts.push(await model.versions())
    }
    await model.server.stop()

    const outcomes = { before: 0, after: 0 }
    for (let n = Number(process.env.FIRST ?? 1); ; n += every) {
      const home = join(newFolder(t), 'home')
      await cp(template, home, { recursive: true })
      const killAt = join(home, 'killAt')
      const { server, post } = await open(t, home, killAt)
      // Its end is wanted here, and not to be reported.
      const report = server.process.listeners('exit').at(-1)
      if (report) server.process.off('exit', report as () => void)
      const killed = new Promise((resolve) => server.process.once('exit', resolve))
      writeFileSync(killAt, String(n))
      let done = 0
      try {
        for (const [path, body] of steps) {
          assert.equal((await post(path, body)).code, 200, path)
          done++
        }
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
        await killed
      }
      if (done === steps.length) {
        server.process.kill('SIGKILL')
        t.diagnostic(`${n} changes, ${JSON.stringify(outcomes)}`)
        break
      }
      const again = await open(t, home)
      const isDone = ({ state }: { state: string }): boolean => state === 'done' || state === 'staged'
      await eventually(async () => (await again.post('operation/list')).data.data.every(isDone), 'it has gone on')
      const state = await again.state()
      const [before, after] = [states[done], states[done + 1]]
      assert.ok(
        state === before || state === after,
        `change ${n}, ${steps[done]?.[0]}: ${state} is neither ${before} nor ${after}`,
      )
      outcomes[state === after ? 'after' : 'before']++
      // The version that is shown is not in the list.
      const kept = Math.min(counts[done] ?? 0, counts[done + 1] ?? 0)
      assert.ok((await again.versions()) >= kept, `change ${n}, ${steps[done]?.[0]}: no version is lost`)
      assert.ok(!existsSync(join(home, 'data', 'quarantine')))
      assert.equal(again.server.output().stderr, '')
      await again.server.stop()
      await rm(home, { recursive: true, force: true })
    }
    assert.ok(outcomes.before > 5 && outcomes.after > 1, JSON.stringify(outcomes))
  },
)
