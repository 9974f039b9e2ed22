import { pictureTypeOf } from '../../lib/pictureErrors.ts'
import { placed } from '../ui/droppedFiles.ts'
import { isPicture, isSheet } from './rowFiles.ts'
import { filesInArchive, type ZipEntry } from './zip.ts'

/** What systems and programs leave beside the files of a person. */
export const isHidden = (path: string): boolean =>
  /(?:^|\/)(?:[.]|~\$|(?:__MACOSX|node_modules)\/|Thumbs\.db$)/i.test(path)

/** A picture packs badly: an archive that grows more than this is a trap. */
const maxGrowth = 4
const least = 80 * 1_048_576

/** The files of an archive of a sheet or of pictures, each in its folder. Undefined for another one, which is a document of a product. */
export async function openArchive(archive: File): Promise<File[] | undefined> {
  const entries = (await filesInArchive(archive)).filter(({ name }) => !isHidden(name))
  const pictures = entries.filter(isPicture)
  if (!entries.some(isSheet) && pictures.length * 2 <= entries.length) return undefined
  return unpacked(archive, entries, `${archive.name.replace(/\.zip$/i, '')}/`)
}

/** Files of an archive, each at its path in a folder. */
export async function unpacked(archive: File, entries: readonly ZipEntry[], folder = ''): Promise<File[]> {
  let room = archive.size * maxGrowth + least
  const files: File[] = []
  for (const entry of entries) {
    const content = await entry.read(room)
    room -= content.size
    const name = entry.name.slice(entry.name.lastIndexOf('/') + 1)
    const file = new File([content], name, { type: pictureTypeOf(name), lastModified: archive.lastModified })
    files.push(placed(file, folder + entry.name))
  }
  return files
}
