import { isDocumentName } from '../../../contract/documents.ts'
import { pictureTypeOf } from '../../lib/pictureErrors.ts'
import { isHidden, unpacked } from '../sheets/archive.ts'
import { decoded } from '../sheets/rows.ts'
import { SheetProblem } from '../sheets/sheetProblem.ts'
import { filesInArchive } from '../sheets/zip.ts'
import { pathOf } from '../ui/droppedFiles.ts'
import { sourceIn } from './sources.ts'

const isPicture = (name: string): boolean => pictureTypeOf(name) !== ''
const isMarkdown = (name: string): boolean => /\.(?:md|markdown)$/i.test(name)
/** Where a backup of Halo has its contents, and where Hexo and Hugo have the rules of their addresses, and this site its old ones. */
const backup = 'extensions.data'
const isSettings = (name: string): boolean =>
  /(?:^|\/)(?:(?:_config|config|hugo)\.(?:ya?ml|toml)|addresses\.csv)$/.test(name)
const isText = (name: string): boolean => isMarkdown(name) || isSettings(name) || name.endsWith(backup)

/** What the server takes. */
const maxTexts = 50 * 1_048_576

/** What was chosen or dropped: one file that the server reads, and pictures. An archive is as the folder that it has in it. */
export async function givenFiles(given: readonly File[]): Promise<{ source: File | undefined; pictures: File[] }> {
  const files: File[] = []
  for (const file of given.filter((each) => !isHidden(pathOf(each))))
    if (!/\.zip$/i.test(file.name)) files.push(file)
    else files.push(...(await filesInZip(file)))
  const texts = files.filter(({ name }) => isText(name))
  const hasTexts = texts.some(({ name }) => !isSettings(name))
  const source = hasTexts ? await inOneFile(texts) : sourceIn(files)
  return { source, pictures: files.filter(({ name }) => isPicture(name) || isDocumentName(name)) }
}

/** Its files, each with its path in it. */
async function filesInZip(archive: File): Promise<File[]> {
  try {
    const all = await filesInArchive(archive)
    return await unpacked(
      archive,
      all.filter(({ name }) => !isHidden(name) && (isPicture(name) || isDocumentName(name) || isText(name))),
    )
  } catch {
    throw new SheetProblem(`${archive.name}打不开，或者太大。请先解压，再选择整个文件夹`)
  }
}

/** A line of JSON for each text. */
async function inOneFile(texts: readonly File[]): Promise<File> {
  if (texts.reduce((sum, { size }) => sum + size, 0) > 2 * maxTexts) throw tooLarge()
  const lines: string[] = []
  for (const file of texts) {
    const text = decoded(new Uint8Array(await file.arrayBuffer()))
    const contents = file.name === backup ? contentsOf(text) : [{ path: pathOf(file), text }]
    lines.push(...contents.map((content) => `${JSON.stringify(content)}\n`))
  }
  const whole = new File(lines, 'texts.json')
  if (whole.size > maxTexts) throw tooLarge()
  return whole
}

const tooLarge = (): Error => new SheetProblem('里面的文章太多（超过50MB），请分成几个文件夹')

/** Of everything that Halo has stored only the contents: accounts and keys stay where they are. */
function contentsOf(text: string): { path: string; text: string }[] {
  try {
    const all: { name: string; data: string }[] = JSON.parse(text)
    const contents = all.filter(({ name }) => contentName.test(name))
    if (contents.length === 0) throw new Error('no contents')
    return contents.map(({ name, data }) => ({ path: name, text: fromBase64(data) }))
  } catch {
    throw new SheetProblem('Halo的备份不完整，请重新下载')
  }
}
const contentName = /^\/registry\/content\.halo\.run\/(?:posts|singlepages|snapshots|categories)\//
const fromBase64 = (data: string): string => decoded(Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0)))
