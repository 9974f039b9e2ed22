import { sign } from 'node:crypto'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { version } from '../../package.json'
import { tarEnd, tarHeader, tarPadding } from '../keeping/tar.ts'
import { Misuse } from '../system/systemErrors.ts'
import type { Word } from './command.ts'
import { sha256 } from '../system/sha256.ts'

const usage = `用法：
  zhuzhan release [目录] [--key 私钥.pem]      把构建好的程序打成发布包，供 zhuzhan upgrade 使用；给出Ed25519私钥则签名`

/** The release that this program is part of. */
const root = fileURLToPath(new URL('..', import.meta.url))
export const executable = 'dist/zhuzhan.mjs'
/** The byte of a gzip file that names the system it was made on. */
const systemOffset = 9
const unknownSystem = 255

/** Depends on the content of the files alone, not on when, where and by whom they were built. */
function packRelease(): Buffer {
  const parts: Buffer[] = []
  for (const name of releaseFiles()) {
    const bytes = readFileSync(join(root, name))
    parts.push(tarHeader(name, bytes.length, 0, name === executable ? 0o755 : 0o644), bytes, tarPadding(bytes.length))
  }
  const packed = gzipSync(Buffer.concat([...parts, tarEnd]), { level: 9 })
  packed[systemOffset] = unknownSystem
  return packed
}

function releaseFiles(): string[] {
  const all = ['dist', 'data/seed', 'deploy'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length)),
  )
  const docs = readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`)
  return [...all, ...docs].filter((name) => name !== 'dist/.sources').sort()
}

export const release: Word = {
  usage,
  async run(args) {
    const { values, positionals } = parseArgs({ args, allowPositionals: true, options: { key: { type: 'string' } } })
    const [folder = '.', ...rest] = positionals
    if (rest.length > 0) throw new Misuse(usage)
    const key = values.key === undefined ? undefined : readFileSync(values.key)
    const name = `zhuzhan-${version}.tar.gz`
    const path = resolve(folder, name)
    const packed = packRelease()
    const sum = Buffer.from(`${sha256(packed)}  ${name}\n`)
    writeFileSync(path, packed)
    writeFileSync(`${path}.sha256`, sum)
    if (key === undefined) rmSync(`${path}.sha256.sig`, { force: true })
    else writeFileSync(`${path}.sha256.sig`, signatureOf(sum, key))
    console.log(`${path}\n${sum.toString().slice(0, 64)}${key === undefined ? '' : '，已签名'}`)
  },
}

function signatureOf(sum: Buffer, key: Buffer): Buffer {
  const signature = sign(null, sum, key)
  if (signature.length !== 64) throw new Misuse('--key 应是Ed25519的私钥（openssl genpkey -algorithm ed25519）')
  return signature
}
