import { messages } from '../../contract/rules.ts'

/** The pictures that the server takes. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const

/** Why a file cannot be a picture here, if it cannot. The server judges by the bytes; this only spares the way there. */
export function pictureTypeFault({ type, name = '' }: { type: string; name?: string }): string | undefined {
  if (pictureTypes.some((each) => each === type) || (type === '' && /\.(jpe?g|png)$/i.test(name))) return undefined
  return /^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name) ? messages.heic : messages.pictureOnly
}
