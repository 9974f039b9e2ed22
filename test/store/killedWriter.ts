import { writeSync } from 'node:fs'
import { openDisk } from '../../server/store/disk.ts'
import { openNotes } from './help.ts'

/**
 * Writes to a folder until it is killed, many things at a time, and prints on stdout, one line each: `try <id>` before a removal, `put <id>
 * <version>` or `gone <id>` after a write has been acknowledged. A text repeats its version, so that a part of another version would show.
 */
const [root = ''] = process.argv.slice(2)
const notes = await openNotes(openDisk(root, { log: (_level, message) => print(`log ${message}`) }))
const print = (line: string): unknown => writeSync(1, `${line}\n`)
const textOf = (version: number): string => `${version};`.repeat(1000)

async function updateForEver(id: string): Promise<void> {
  if (!notes.get(id)) await notes.put({ id, createdAt: '2026-01-01T00:00:00.000+08:00', text: textOf(0) })
  for (;;) {
    const updated = await notes.update(id, ({ text, ...rest }) => ({ ...rest, text: textOf(parseInt(text, 10) + 1) }))
    print(`put ${id} ${parseInt(updated?.text ?? '', 10)}`)
  }
}

async function insertAndRemoveForEver(): Promise<void> {
  for (let round = 0; ; round++) {
    const { id } = await notes.insert({ text: textOf(1) })
    print(`put ${id} 1`)
    if (round % 2 === 0) continue
    print(`try ${id}`)
    await notes.remove(id)
    print(`gone ${id}`)
  }
}

await Promise.all([
  ...['shared-1', 'shared-2', 'shared-3', 'shared-1', 'shared-2'].map(updateForEver),
  ...Array.from({ length: 8 }, insertAndRemoveForEver),
])
