import { createHash } from 'node:crypto'
import { access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { messages, type UploadType, uploadTypes } from '../../contract/rules.ts'
import type { ReceivedFile } from '../calls/caller.ts'
import { Failure } from '../failure.ts'
import { diskFailure } from './diskFailure.ts'
import { fits, sniff } from './sniff.ts'

export interface Uploads {
  /** Where files lie while they come in. */
  incoming: string
  /** Keeps a picture for good and says its address; answered only when it is safely on disk. */
  keep(file: ReceivedFile, kind: UploadType | 'logo'): Promise<string>
  /** Makes the folders and clears what a killed server left half received; once, before the first request. */
  sweep(): Promise<void>
}

/** A kept file is named after its content, so the same bytes twice are one file and an address never shows other bytes. */
export function createUploads(uploadsDir: string): Uploads {
  const folder = resolve(uploadsDir)
  const incoming = join(folder, '.incoming')

  async function keep(file: ReceivedFile, kind: UploadType | 'logo'): Promise<string> {
    try {
      const name = await settle(file.path)
      const home = join(folder, kind)
      // Over an equal file this changes nothing, unless that one was damaged.
      await rename(file.path, join(home, name))
      await syncFolder(home)
      return `/uploads/${kind}/${name}`
    } catch (error) {
      throw diskFailure(error)
    }
  }

  async function sweep(): Promise<void> {
    for (const kind of ['', ...uploadTypes, 'logo']) await makeFolder(join(folder, kind), 0o755)
    await makeFolder(incoming, 0o700)
    for (const name of await readdir(incoming)) await rm(join(incoming, name), { recursive: true, force: true })
  }

  return { incoming, keep, sweep }
}

/** The name a received file earns; its bytes are on disk after this. */
async function settle(path: string): Promise<string> {
  const received = await open(path, 'r+')
  try {
    const name = nameOf(await received.readFile())
    await received.chmod(0o644)
    await received.sync()
    return name
  } finally {
    await received.close()
  }
}

function nameOf(bytes: Uint8Array): string {
  const picture = sniff(bytes)
  if (picture === undefined) throw new Failure(422, messages.pictureOnly)
  if (!fits(picture)) throw new Failure(422, '图片尺寸过大：边长不能超过16384像素，总像素不能超过5000万')
  return `${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}.${picture.type}`
}

async function makeFolder(path: string, mode: number): Promise<void> {
  const first = await mkdir(path, { recursive: true, mode })
  if (first === undefined) return access(path, constants.R_OK | constants.W_OK | constants.X_OK)
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

/** A new name is on disk only when its folder is. Windows journals names by itself and opens no folders. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}
