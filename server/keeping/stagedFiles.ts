import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { commitBatch, type Op } from '../store/commit.ts'
import { batchLimits } from '../store/writeQueue.ts'
import type { Bytes } from './readArchive.ts'

interface RecordWriter {
  add(op: Op): Promise<void>
  flush(): Promise<void>
}

/** Commits records in batches, as the store's writer does. */
export function recordWriter(root: string): RecordWriter {
  const folders = new Set<string>()
  let batch: Op[] = []
  let length = 0
  const flush = async (): Promise<void> => {
    const results = await commitBatch(root, batch)
    batch = []
    length = 0
    for (const error of results) if (error) throw Object.assign(new Error(error.message), { code: error.code })
  }
  return {
    async add(op) {
      if (!folders.has(op.collection)) await mkdir(join(root, op.collection), { mode: 0o700, recursive: true })
      folders.add(op.collection)
      batch.push(op)
      length += 'text' in op ? op.text.length : 0
      if (batch.length === batchLimits.ops || length > batchLimits.textLength) await flush()
    },
    flush,
  }
}

export async function writeUpload(root: string, folder: string, name: string, body: Bytes): Promise<void> {
  await mkdir(join(root, folder), { mode: 0o755, recursive: true })
  await writeSynced(join(root, folder, name), 0o644, body)
}

export async function writeSynced(path: string, mode: number, body: Bytes): Promise<void> {
  const file = await open(path, 'wx', mode)
  try {
    for await (const chunk of body) await file.writeFile(chunk)
    // Independent of the umask.
    await file.chmod(mode)
    await file.sync()
  } finally {
    await file.close()
  }
}
