import type { MediaRow } from '../../../contract/media.ts'
import { toast } from '../ui/Toast.tsx'

/** Opens the media library, whose code is loaded when it is first needed; undefined when nothing was chosen. */
export async function pickMedia(type: 'picture' | 'film'): Promise<MediaRow | undefined> {
  try {
    return await (await import('./media.ts')).openPicker(type)
  } catch {
    toast('没有打开，请检查网络后重试', 'bad')
    return undefined
  }
}

/** For a picture field. */
export const pickPicture = async (): Promise<string | undefined> => (await pickMedia('picture'))?.address
