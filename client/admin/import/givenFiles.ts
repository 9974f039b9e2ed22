import { isHidden, unpacked } from './archive.ts'
import { isUsable } from './rowFiles.ts'
import { SheetProblem } from './sheetProblem.ts'
import { filesInArchive } from './zip.ts'
import { pathOf } from '../ui/droppedFiles.ts'
import { sourceIn } from './sources.ts'

/** What was chosen or dropped: one file that the server reads, and what stands beside it, also in an archive. */
export async function givenFiles(given: readonly File[]): Promise<{ source: File | undefined; pictures: File[] }> {
  const files: File[] = []
  for (const file of given.filter((each) => !isHidden(pathOf(each))))
    if (!/\.zip$/i.test(file.name)) files.push(file)
    else files.push(...(await filesInZip(file)))
  return { source: sourceIn(files), pictures: files.filter(isUsable) }
}

/** Its files, each with its path in it. */
async function filesInZip(archive: File): Promise<File[]> {
  try {
    const all = await filesInArchive(archive)
    return await unpacked(
      archive,
      all.filter((entry) => !isHidden(entry.name) && isUsable(entry)),
    )
  } catch {
    throw new SheetProblem(`${archive.name}打不开，或者太大。请先解压，再选择整个文件夹`)
  }
}
