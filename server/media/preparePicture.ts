import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { messages, variantField } from '../../contract/rules.ts'
import type { ReceivedVariant } from '../call.ts'
import { Failure } from '../failure.ts'
import { isWithinLimits, type Picture, sniff } from './sniff.ts'
import { stripMetadata } from './stripMetadata.ts'

/** A received file that is a picture, and is on disk without its metadata. */
export interface PreparedPicture extends Picture {
  path: string
  hash: string
  bytes: number
}

export async function preparePicture(path: string): Promise<PreparedPicture> {
  const { bytes, orientation } = stripMetadata(await readFile(path))
  const picture = sniff(bytes)
  if (picture === undefined) throw new Failure(422, messages.pictureOnly)
  if (!isWithinLimits(picture)) throw new Failure(422, '图片尺寸过大：边长不能超过16384像素，总像素不能超过5000万')
  const file = await open(path, 'w')
  try {
    await file.writeFile(bytes)
    await file.chmod(0o644)
    await file.sync()
  } finally {
    await file.close()
  }
  return { type: picture.type, ...turned(picture, orientation), path, hash: sha256(bytes), bytes: bytes.length }
}

/** Orientations from 5 on are rotated by 90 degrees. */
export const turned = ({ width, height }: Picture, orientation: number): { width: number; height: number } =>
  orientation > 4 ? { width: height, height: width } : { width, height }

export async function prepareVariant({ path, width }: ReceivedVariant, main: PreparedPicture): Promise<PreparedPicture> {
  const variant = await preparePicture(path)
  if (variant.width !== width || width > main.width || Math.abs(variant.height - (main.height * width) / main.width) > 1) {
    throw new Failure(422, `小尺寸图片应为${width}像素宽，长宽比例与原图相同，且不大于原图`, { data: { field: variantField(width) } })
  }
  return variant
}

/** Hashes the picture and its variants: the same picture with other variants is another upload. */
export const stemOf = (main: Pick<PreparedPicture, 'hash'>, variants: readonly Pick<PreparedPicture, 'hash'>[]): string =>
  (variants.length === 0 ? main.hash : sha256(Buffer.from([main, ...variants].map(({ hash }) => hash).join()))).slice(0, 32)

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
