import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { mediaTypes } from '../../contract/mediaTypes.ts'
import { pictureFacts } from '../../contract/pictureName.ts'
import { ignore } from '../system/systemErrors.ts'
import { sniff } from './sniff.ts'
import type { UploadFacts } from './uploads.ts'

/** Reads the facts of a picture of the program; undefined when this version has none of that name. */
export async function readStarterPicture(mediaFolder: string, address: string): Promise<UploadFacts | undefined> {
  const path = join(mediaFolder, address.slice('/media/'.length))
  const extension = extname(path)
  const [stem] = basename(path).split('.')
  // Older content names the picture with the hash of its version.
  const names = (await readdir(dirname(path)).catch(ignore('ENOENT', 'ENOTDIR'))) ?? []
  const isVersion = (each: string): boolean => each.startsWith(`${stem}.`) && extname(each) === extension
  const name = names.find((each) => each === basename(path)) ?? names.find(isVersion)
  if (name === undefined) return undefined
  const bytes = await readFile(join(dirname(path), name))
  const size = pictureFacts(address) ?? sniff(bytes) ?? svgSize(bytes)
  const type = extension === '.svg' ? 'image/svg+xml' : extension === '.png' ? mediaTypes.png : mediaTypes.jpg
  return size && { address, type, bytes: bytes.length, width: size.width, height: size.height }
}

function svgSize(bytes: Buffer): { width: number; height: number } | undefined {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(bytes.toString('utf8', 0, 500)) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}
