import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import type { Bytes } from './readArchive.ts'
import { ForOperator } from '../system/systemErrors.ts'
import { blocks } from './blocks.ts'

/**
 * A sealed file: a header of 8 bytes that name the format with its version and 16 of salt; then chunks of AES-256-GCM, each of 64 KB and a
 * tag, the last one shorter. From the pass phrase and the salt follows a root by scrypt, which is slow on purpose: all that a run of the
 * server seals has one salt, so that it is paid once, there and in a restore. The first chunk begins, in the clear, with 16 random bytes,
 * from which and the root the file's own key follows by HKDF. A chunk's nonce is its number and whether it is the last, so that a file which
 * is cut, or whose chunks are exchanged, cannot be opened; the header is authenticated with each, the 16 bytes by the key. What is sealed
 * begins with the name of the object in the bucket, and so with its kind and store: a file in the place of another one is refused. Files of
 * version 2 have the root as their key and no 16 bytes; those of version 1, from before 0.6.0, have no name either.
 */
const magic = Buffer.from('zhuzhan', 'latin1')
const versions = { nameless: 1, named: 2, derived: 3 }
const versionAt = magic.length
const saltBytes = 16
const saltAt = magic.length + 1
const headerBytes = saltAt + saltBytes
const chunkBytes = 65_536
const tagBytes = 16
/** The length of the name. */
const lengthBytes = 2
/** 32 MB and a quarter of a second. */
const cost = { N: 2 ** 15, r: 8, p: 3, maxmem: 64 * 1_048_576 }

/** A file that cannot be opened; the message says why. */
class CannotOpen extends ForOperator {}

/** Whether a file begins as a sealed one. */
export const isSealed = (start: Buffer): boolean =>
  start.subarray(0, versionAt).equals(magic) && Object.values(versions).includes(start[versionAt] ?? 0)

/** The size of an object once it is sealed. */
export function sealedSize(size: number, name: string): number {
  const inChunks = saltBytes + lengthBytes + Buffer.byteLength(name) + size
  return headerBytes + inChunks + tagBytes * Math.ceil(inChunks / chunkBytes)
}

/** What a run of the server seals with. A thread gets a copy. */
export interface SealingKey {
  salt: Uint8Array
  root: Uint8Array
}

export async function newSealingKey(passphrase: string): Promise<SealingKey> {
  const salt = randomBytes(saltBytes)
  return { salt, root: await rootOf(passphrase, salt) }
}

export async function* seal(
  source: Bytes,
  { salt, root }: SealingKey,
  name: string,
): AsyncGenerator<Buffer, void, undefined> {
  const header = Buffer.concat([magic, Buffer.from([versions.derived]), salt])
  const ownSalt = randomBytes(saltBytes)
  const key = ownKey(root, ownSalt)
  yield Buffer.concat([header, ownSalt])
  let count = 0
  for await (const { bytes, isLast } of blocks(withName(name, source), chunkBytes, chunkBytes - saltBytes)) {
    const cipher = createCipheriv('aes-256-gcm', key, nonceOf(count++, isLast)).setAAD(header)
    yield Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }
}

async function* withName(name: string, source: Bytes): AsyncGenerator<Buffer, void, undefined> {
  const text = Buffer.from(name)
  const length = Buffer.alloc(lengthBytes)
  length.writeUInt16BE(text.length)
  yield Buffer.concat([length, text])
  yield* source
}

/** Yields only what is authentic, of an object that was sealed under such a name. Read it to the end before relying on it. */
export async function* openSealed(
  source: Bytes,
  passphrase: string,
  isRight: (name: string) => boolean,
): AsyncGenerator<Buffer, void, undefined> {
  let opened: { header: Buffer; key: Buffer } | undefined
  let count = 0
  for await (const { bytes, isLast } of blocks(source, chunkBytes + tagBytes, headerBytes)) {
    if (!opened) {
      if (isLast || !isSealed(bytes)) throw new CannotOpen('不是筑站的加密备份，或不完整，或由更新版本的程序制作')
      opened = { header: bytes, key: await rootOf(passphrase, bytes.subarray(saltAt)) }
      continue
    }
    const version = opened.header[versionAt]
    const isDerived = count === 0 && version === versions.derived
    if (isDerived) opened.key = ownKey(opened.key, bytes.subarray(0, saltBytes))
    const plain = decrypt(isDerived ? bytes.subarray(saltBytes) : bytes, nonceOf(count, isLast), opened)
    if (!plain) throw new CannotOpen(count === 0 ? '口令不对，或加密的备份已损坏' : '加密的备份已损坏或不完整')
    const isFirstNamed = count === 0 && version !== versions.nameless
    count++
    yield isFirstNamed ? withoutName(plain, isRight) : plain
  }
}

function withoutName(plain: Buffer, isRight: (name: string) => boolean): Buffer {
  const end = lengthBytes + plain.readUInt16BE(0)
  const name = plain.subarray(lengthBytes, end).toString()
  if (!isRight(name)) throw new CannotOpen(`加密的文件不在它的位置：原来的名称是 ${name}`)
  return plain.subarray(end)
}

/** An object of a bucket, refused where another one lies in its place. */
export const openObject = (
  bucket: { get(name: string): Bytes },
  name: string,
  passphrase: string,
): AsyncGenerator<Buffer, void, undefined> =>
  openSealed(bucket.get(name), passphrase, (sealedName) => sealedName === name)

const ownKey = (root: Uint8Array, ownSalt: Uint8Array): Buffer =>
  Buffer.from(hkdfSync('sha256', root, ownSalt, magic, 32))

/** By pass phrase and salt: a restore opens all that a run has sealed with one. */
const roots = new Map<string, Promise<Buffer>>()

function rootOf(passphrase: string, salt: Buffer): Promise<Buffer> {
  const name = `${salt.toString('hex')} ${passphrase}`
  const known = roots.get(name)
  if (known) return known
  const root = new Promise<Buffer>((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), salt, 32, cost, (error, key) => (error ? reject(error) : resolve(key)))
  })
  roots.set(name, root)
  return root
}

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUInt32BE(count, 7)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

function decrypt(bytes: Buffer, nonce: Buffer, { header, key }: { header: Buffer; key: Buffer }): Buffer | undefined {
  if (bytes.length < tagBytes) return undefined
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagBytes }).setAAD(header)
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  const plain = decipher.update(bytes.subarray(0, -tagBytes))
  try {
    decipher.final()
    return plain
  } catch {
    return undefined
  }
}
