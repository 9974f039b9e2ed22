import { open, readFile } from 'node:fs/promises'

export const readText = (path: string): Promise<string> => readFile(path, 'utf8')

/** The first bytes of a file, fewer where it has no more. */
export async function readBeginning(path: string, length: number): Promise<Buffer> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
