import { truncate } from '../../../contract/text/characters.ts'
import { api } from '../session/api.ts'

const suffix = '（裁切）'
/** Of the 200 characters that a name may have. */
const maxStem = 190

/** Gives the new picture the name and the alternative text of the one that it was cut from. Returns its id. */
export async function describeCrop(original: string, cropped: string): Promise<string> {
  const [before, after] = await Promise.all([
    api('mediaDetail', { address: original }),
    api('mediaDetail', { address: cropped }),
  ])
  const stem = before.name.replace(/\.\w+$/, '').replace(suffix, '')
  const name = truncate(stem, maxStem) + suffix
  await api('mediaUpdate', { mediaId: after.mediaId, name, alt: after.alt || before.alt })
  return after.mediaId
}
