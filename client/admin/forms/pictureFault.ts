import { limits, messages } from '../../../contract/rules.ts'

/** The pictures that the server takes; it judges by the bytes, this by what the browser says. */
export const pictureTypes = ['image/jpeg', 'image/png'] as const

/** What speaks against uploading this file. Same order as the server: first what it is, then how large. */
export function pictureFault(file: Pick<File, 'type' | 'size'>, tooLarge: string): string | undefined {
  if (!pictureTypes.some((type) => type === file.type)) return messages.pictureOnly
  return file.size < limits.imageUnder ? undefined : tooLarge
}
