import { messages } from '../../contract/rules.ts'

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
  if (pictureTypes.some((each) => each === type) || (type === '' && /\.(jpe?g|png)$/i.test(name))) return undefined
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? messages.heic : otherType
}
