import assert from 'node:assert/strict'
import { execFileSync, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, verify } from 'node:crypto'
import { chmod, cp, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { copyRelease, newFolder } from '../../server.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Runs the word of a built program that lies in this folder. */
function release(folder: string, ...args: string[]): string[] {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'dist', 'zhuzhan.mjs'), 'release', ...args],
    {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATA_DIR: './data' },
    },
  )
  assert.deepEqual([status, stderr], [0, ''])
  return stdout.trim().split('\n')
}

/** As it was built elsewhere: by another user, at another time. */
async function copyBuilt(t: { after(end: () => unknown): void }): Promise<string> {
  const folder = newFolder(t)
  await copyRelease(folder)
  for (const name of ['deploy', 'docs']) await cp(join(root, name), join(folder, name), { recursive: true })
  await writeFile(join(folder, 'dist', '.sources'), 'another')
  await writeFile(join(folder, 'data', 'own.json'), 'a record of a site')
  await utimes(join(folder, 'dist', 'server.mjs'), 1, 1)
  await chmod(join(folder, 'dist', 'user.mjs'), 0o600)
  return folder
}

test('a release is the same bytes from every folder, without what is not the program', async (t) => {
  const [one, other, out] = [await copyBuilt(t), await copyBuilt(t), newFolder(t)]
  await mkdir(join(out, 'other'))
  const [path = '', sum] = release(one, out)
  const [same = ''] = release(other, join(out, 'other'))
  const bytes = await readFile(path)
  assert.ok(bytes.equals(await readFile(same)))
  const hash = createHash('sha256').update(bytes).digest('hex')
  assert.equal(sum, hash)
  assert.match(path, /\/zhuzhan-\d+\.\d+\.\d+\.tar\.gz$/)
  execFileSync('sha256sum', ['-c', `${path}.sha256`], { cwd: out })
  assert.deepEqual(
    (await readdir(out)).filter((name) => name.endsWith('.sig')),
    [],
  )

  const rows = execFileSync('tar', ['-tvzf', path, '--utc'], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((row) => row.split(/\s+/))
  const modes = new Map(rows.map((row) => [row[5] ?? '', row[0]]))
  assert.deepEqual(
    rows.filter(([, owner, , day]) => owner !== '0/0' || day !== '1970-01-01'),
    [],
  )
  assert.equal(modes.get('dist/zhuzhan.mjs'), '-rwxr-xr-x')
  for (const name of [
    'dist/server.mjs',
    'dist/user.mjs',
    'data/seed/site/site.json',
    'deploy/zhuzhan.service',
    'docs/running.md',
  ]) {
    assert.equal(modes.get(name), '-rw-r--r--', name)
  }
  const isProgram = /^(dist\/(?!\.sources)|data\/seed\/|deploy\/|docs\/[\w.-]+\.md$)/
  const foreign = [...modes.keys()].filter((name) => !isProgram.test(name))
  assert.deepEqual(foreign, [])
})

test('a release is signed by an Ed25519 key, and by no other kind', async (t) => {
  const [folder, out] = [await copyBuilt(t), newFolder(t)]
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const key = join(out, 'key.pem')
  await writeFile(key, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  const [path = ''] = release(folder, out, '--key', key)
  const [sum, signature] = [await readFile(`${path}.sha256`), await readFile(`${path}.sha256.sig`)]
  assert.ok(verify(null, sum, publicKey, signature))
  assert.ok(!verify(null, Buffer.concat([sum, sum]), publicKey, signature))

  await writeFile(
    key,
    generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
  )
  const wrong = spawnSync(process.execPath, [join(folder, 'dist', 'zhuzhan.mjs'), 'release', out, '--key', key], {
    encoding: 'utf8',
  })
  assert.equal(wrong.status, 1)
  assert.match(wrong.stderr, /^--key 应是Ed25519的私钥/)
  release(folder, out)
  assert.deepEqual(
    (await readdir(out)).filter((name) => name.endsWith('.sig')),
    [],
    'no old signature stays beside a new archive',
  )
})
