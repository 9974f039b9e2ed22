import { open, readFile } from 'node:fs/promises'
import { messages, variantField } from '../../contract/calls/rules.ts'
import type { ReceivedVariant } from '../call.ts'
import { Failure } from '../failure.ts'
import type { Picture } from './keptBytes.ts'
import { isWithinLimits, readPicture, shownSize } from './readPicture.ts'
import { sha256 } from '../system/sha256.ts'

/** A received file that is a picture, and is on disk without its metadata. Its size is the one that is shown. */
export interface PreparedPicture extends Pick<Picture, 'type' | 'width' | 'height'> {
  path: string
  hash: string
  bytes: number
}

export async function preparePicture(path: string): Promise<PreparedPicture> {
  const picture = readPicture(await readFile(path))
  if (picture === undefined) throw new Failure(422, messages.pictureOnly)
  if (!isWithinLimits(picture)) throw new Failure(422, '图片尺寸过大：边长不能超过16384像素，总像素不能超过5000万')
  const file = await open(path, 'w')
  try {
    await file.writeFile(picture.kept)
    await file.chmod(0o644)
    await file.sync()
  } finally {
    await file.close()
  }
  return { type: picture.type, ...shownSize(picture), path, hash: sha256(picture.kept), bytes: picture.kept.length }
}

export async function prepareVariant(
  { path, width }: ReceivedVariant,
  main: PreparedPicture,
): Promise<PreparedPicture> {
  const variant = await preparePicture(path)
  if (
    variant.width !== width ||
    width > main.width ||
    Math.abs(variant.height - (main.height * width) / main.width) > 1
  ) {
    throw new Failure(422, `小尺寸图片应为${width}像素宽，长宽比例与原图相同，且不大于原图`, {
      data: { field: variantField(width) },
    })
  }
  return variant
}

/** Hashes the picture and its variants: the same picture with other variants is another upload. */
export const stemOf = (
  main: Pick<PreparedPicture, 'hash'>,
  variants: readonly Pick<PreparedPicture, 'hash'>[],
): string =>
  (variants.length === 0 ? main.hash : sha256(Buffer.from([main, ...variants].map(({ hash }) => hash).join()))).slice(
    0,
    32,
  )
