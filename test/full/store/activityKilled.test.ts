import assert from 'node:assert/strict'
import { appendFileSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { eventually } from '../../eventually.ts'
import { filesOnly, newFolder, startProgram, type TestProgram } from '../../server.ts'

const rounds = Number(process.env.ROUNDS ?? 4)

/** Saves from several sides until the server is killed; adds the ids whose save was answered. */
async function saveForEver({ post }: TestProgram, headers: Record<string, string>, saved: Set<string>): Promise<void> {
  for (;;) {
    const reply = await post('/v1/news/saveNews', { newTitle: '标题' }, { headers }).catch(() => undefined)
    if (reply === undefined) return
    saved.add(reply.data.newId)
  }
}

const linesIn = (folder: string): { action: string; id?: string; ok: boolean }[] =>
  readdirSync(folder)
    .sort()
    .flatMap((name) =>
      readFileSync(join(folder, name), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
    )

test('a server killed at any moment has logged every call that it has answered', filesOnly, async (t) => {
  const home = newFolder(t)
  const folder = join(home, 'data', 'log')
  const saved = new Set<string>()
  for (let round = 0; round < rounds; round++) {
    const server = await startProgram(t, { folder: home })
    const headers = await server.signIn()
    const saving = Promise.all(Array.from({ length: 6 }, () => saveForEver(server, headers, saved)))
    await eventually(() => saved.size >= 10 * (round + 1), 'saves are answered')
    // Any moment will do.
    await delay(Math.random() * 50)
    await server.stop('SIGKILL')
    await saving
    const torn = linesIn(folder).length
    // A machine that fails while it writes leaves a part of a line.
    const last = readdirSync(folder).sort().at(-1) ?? ''
    appendFileSync(join(folder, last), '{"at":"2026-11-23T10:00:00.000+08:00","us')
    assert.equal(linesIn(folder).length, torn)
  }
  const again = await startProgram(t, { folder: home })
  await again.signIn()
  const lines = linesIn(folder)
  assert.equal(lines.filter(({ action }) => action === 'signIn').length, rounds + 1)
  const ids = lines.flatMap(({ action, id }) => (action === 'save' && id !== undefined ? [id] : []))
  assert.equal(new Set(ids).size, ids.length, 'each once')
  const missing = [...saved].filter((id) => !ids.includes(id))
  assert.deepEqual(missing, [])
  t.diagnostic(`${rounds} kills, ${saved.size} answered saves, ${lines.length} lines`)
})
