import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readRelease } from '../../server/operator/releaseArchive.ts'
import { newFolder } from '../server.ts'

test('a pipe and a file of three bytes in place of an archive are refused in a line', (t) => {
  const folder = newFolder(t)
  const [pipe, short] = [join(folder, 'pipe.tar.gz'), join(folder, 'short.tar.gz')]
  execFileSync('mkfifo', [pipe])
  writeFileSync(short, 'abc')
  const hash = createHash('sha256').update('abc').digest('hex')
  writeFileSync(`${short}.sha256`, `${hash}  short.tar.gz\n`)
  assert.throws(() => readRelease(pipe, undefined), { message: `不是发布包的文件：${pipe}` })
  assert.throws(() => readRelease(short, undefined), { message: '不是发布包，或不完整：short.tar.gz 只有 3 字节' })
})
