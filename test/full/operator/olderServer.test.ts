import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { command } from '../../keeping/commands.ts'
import { patched, version } from '../../operator/releases.ts'
import { copyRelease, filesOnly, newFolder, startProgram } from '../../server.ts'

test(
  'a running server that does not know a command is named with its version and with what to do',
  filesOnly,
  async (t) => {
    const folder = newFolder(t)
    const program = await copyRelease(newFolder(t))
    const path = join(dirname(program), 'serve.mjs')
    const server = patched(await readFile(path, 'utf8'), `var version = "${version}"`, 'var version = "0.5.9"')
    await writeFile(path, patched(server, /command\d*\.do === "scrub"/g, 'false'))
    await startProgram(t, { folder, program })
    const scrub = await command('scrub', folder, [])
    assert.equal(scrub.code, 1, scrub.output)
    assert.match(
      scrub.output,
      /正在运行的服务器是 0\.5\.9，不认识 \S+ 的这个命令.*systemctl restart zhuzhan.*systemctl stop zhuzhan\.socket/,
    )
  },
)
