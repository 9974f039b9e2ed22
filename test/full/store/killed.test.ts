import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { eventually } from '../../eventually.ts'
import { argumentsForFile } from '../../nodeArguments.ts'
import { newFolder } from '../../server.ts'
import { newDisk, openNotes } from '../../store/help.ts'

const program = fileURLToPath(new URL('../../store/killedWriter.ts', import.meta.url))

/**
 * What the writer had printed when it was killed, some moments after its first acknowledged write. It prints to a file, where
 * every line is at once: what a full pipe holds back would be lost with the process.
 */
async function killedWriter(root: string, outputPath: string, afterMs: number): Promise<string[]> {
  const stdout = openSync(outputPath, 'w')
  const child = spawn(process.execPath, [...argumentsForFile(program), root], { stdio: ['ignore', stdout, 'inherit'] })
  const ended = once(child, 'exit')
  await eventually(() => statSync(outputPath).size > 0 || child.exitCode !== null, 'the first write is acknowledged')
  // Any moment will do: the test kills at several.
  await delay(afterMs)
  child.kill('SIGKILL')
  const [, signal] = await ended
  closeSync(stdout)
  assert.equal(signal, 'SIGKILL', 'it wrote until it was killed')
  // The last line may be torn.
  return readFileSync(outputPath, 'utf8').split('\n').slice(0, -1)
}

/** For a long run: `ROUNDS=320 node --import tsx --test test/full/store/killed.test.ts`. */
const rounds = Number(process.env.ROUNDS ?? 5)
const moments = [0, 40, 90, 170, 250]

test('a store killed at any moment has every acknowledged write, complete', async (t) => {
  const root = newFolder(t)
  const acknowledged = new Map<string, number>()
  const gone = new Set<string>()
  const trying = new Set<string>()
  let writes = 0
  let versions = 0

  // A busy machine writes less before each kill.
  const isEnough = (): boolean => acknowledged.size > 20 && gone.size > 3 && versions > 3
  for (let round = 0; round < rounds || !isEnough(); round++) {
    for (const line of await killedWriter(
      root,
      join(root, 'output'),
      (moments[round % moments.length] ?? 0) + Math.random() * 50,
    )) {
      const [word, id = '', version] = line.split(' ')
      if (word !== 'try') writes++
      if (word === 'put') {
        acknowledged.set(id, Math.max(acknowledged.get(id) ?? 0, Number(version)))
        versions = Math.max(versions, Number(version))
      } else if (word === 'try') trying.add(id)
      else if (word === 'gone') gone.add(id)
      else assert.fail(line)
    }

    const disk = newDisk(t, root)
    const notes = await openNotes(disk)
    assert.deepEqual(disk.lines, [])
    assert.ok(!existsSync(join(root, 'quarantine')))
    for (const { id, text } of notes.newest()) {
      const version = parseInt(text, 10)
      assert.equal(text, `${version};`.repeat(1000), `${id} is whole`)
      assert.ok(!gone.has(id), `${id} stays removed`)
      assert.ok(
        version >= (acknowledged.get(id) ?? 0),
        `${id} is at ${version}, and was acknowledged at ${acknowledged.get(id)}`,
      )
    }
    for (const id of acknowledged.keys())
      assert.ok(notes.get(id) || trying.has(id), `${id} was acknowledged and is lost`)
  }
  t.diagnostic(
    `${writes} acknowledged writes: ${acknowledged.size} records, ${gone.size} removals, up to ${versions} versions of one`,
  )
})
