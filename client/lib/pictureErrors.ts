import { messages } from '../../contract/calls/rules.ts'

/** The types that the server accepts. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const

/**
 * Why a file is not accepted as a picture; undefined if it is. `otherType` names what is accepted. The server checks the bytes, this only
 * saves the upload.
 */
export function pictureTypeError(
  { type, name = '' }: { type: string; name?: string },
  otherType: string = messages.pictureOnly,
): string | undefined {
  if (pictureTypes.some((allowed) => allowed === type) || (type === '' && /\.(jpe?g|png)$/i.test(name)))
    return undefined
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? messages.heic : otherType
}

/** By the name of a file: without a type a browser does not draw it. '' for what no browser draws. */
export function pictureTypeOf(name: string): string {
  const [, ending] = /\.(jpe?g|png|gif|webp|bmp)$/i.exec(name) ?? []
  return ending ? `image/${ending.toLowerCase().replace('jpg', 'jpeg')}` : ''
}

/** Of such a picture the site gets a JPEG or PNG. */
export const isDrawnFirst = ({ name }: File): boolean => /\.(?:gif|webp|bmp)$/i.test(name)
