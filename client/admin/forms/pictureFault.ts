import { limits } from '../../../contract/rules.ts'
import { pictureTypeFault } from '../../lib/pictureTypeFault.ts'

/** What speaks against uploading this file. Same order as the server: first what it is, then how large. */
export function pictureFault(file: { type: string; name?: string; size: number }, tooLarge: string): string | undefined {
  return pictureTypeFault(file) ?? (file.size < limits.imageUnder ? undefined : tooLarge)
}
