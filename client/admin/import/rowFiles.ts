import { collator } from '../../../contract/text/collator.ts'
import { isDocumentName } from '../../../contract/media/documents.ts'
import { isMovedName, linksIn, picturesIn } from '../../../contract/kinds/movedRecords.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { pictureTypeOf } from '../../lib/pictureErrors.ts'
import type { FileSource, StagedDocument } from './staged.ts'
import { pathOf } from '../ui/droppedFiles.ts'

/** What a cell or a text asks for, and the names of files that nobody has dropped. */
export interface Found<F> {
  found: F[]
  missing: string[]
}

interface Named {
  name: string
}
export const isSheet = ({ name }: Named): boolean => /\.(?:xlsx|xls|csv)$/i.test(name)
export const isPicture = ({ name }: Named): boolean => pictureTypeOf(name) !== ''
export const isDocument = ({ name }: Named): boolean => isDocumentName(name)
/** It may go with a row. */
export const isUsable = (file: Named): boolean => isPicture(file) || isDocument(file)
/** What to choose instead of these. */
export const noSheetIn = (files: readonly Named[]): string =>
  `请选择.xlsx或.csv的表格，或者图片和PDF${files.some(({ name }) => isMovedName(name)) ? '。老网站的备份请到“网站设置 › 搬家”' : ''}`
const isAddress = (name: string): boolean => /^https?:\/\//i.test(name)
/** The addresses of the pictures and of the linked documents of a text. */
const filesOfText = (html: string): string[] => [...picturesIn(html), ...linksIn(html).filter(isDocumentName)]
const withoutEnding = (name: string): string => name.replace(/\.[^.]*$/, '')

const namesIn = (cell: string): string[] =>
  cell
    .split(/[\n,，;；|]+/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
/** 说明书 <TK-200 说明书.pdf>: the name that visitors read, and the file. */
const namedFile = /^([^<>]*?)\s*<([^<>]+)>$/
/** A name that visitors read may have a comma. */
const documentsIn = (cell: string): string[] =>
  cell.split('\n').flatMap((line) => (namedFile.test(line) ? [line] : namesIn(line)))

interface RowCells {
  pictures: string
  documents: string
  /** HTML, of which the pictures and linked documents may lie beside the sheet. */
  body: string
}

/** The folder that it lay in; '' for none. */
const folderOf = (file: File): string => /([^/]*)\/[^/]*$/.exec(pathOf(file))?.[1]?.toLowerCase() ?? ''

/** Whose file it may be: TK-200.jpg, TK-200-2.jpg, TK-200（侧面）.jpg and TK-200/侧面.jpg are of TK-200; TK-2000.jpg is not. */
function ownersOf(stem: string, folder: string): string[] {
  const owners = [stem, folder]
  for (const { index } of stem.matchAll(/[\s\-_（(.·]/g)) owners.push(stem.slice(0, index))
  const [, numbered] = /^(.*\D)\d{1,2}$/s.exec(stem) ?? []
  if (numbered !== undefined) owners.push(numbered)
  return [...new Set(owners)].filter((owner) => owner !== '')
}

export type RowFiles = ReturnType<typeof createRowFiles>

/** Finds the files of each row, by the names in its cells or else by what they are called. */
export function createRowFiles(files: readonly File[], rows: readonly RowCells[]) {
  const byName = new Map<string, File>()
  for (const file of files) {
    const name = file.name.toLowerCase()
    byName.set(name, file).set(`${folderOf(file)}/${name}`, file)
    if (!byName.has(withoutEnding(name))) byName.set(withoutEnding(name), file)
  }
  /** A sheet may name the folder as well. */
  function fileCalled(name: string): File | undefined {
    const steps = name.toLowerCase().split(/[\\/]/)
    return byName.get(steps.slice(-2).join('/')) ?? byName.get(lastOf(steps) ?? '')
  }
  // What one row asks for by its name is no other row's, however it is called.
  const asked = new Set<File | undefined>()
  for (const { pictures, documents, body } of rows) {
    for (const name of namesIn(pictures)) asked.add(fileCalled(name))
    for (const name of documentsIn(documents)) asked.add(fileCalled(namedFile.exec(name)?.[2] ?? name))
    for (const address of filesOfText(body)) asked.add(fileCalled(address))
  }
  const unasked = files
    .filter((file) => !asked.has(file))
    .map((file) => ({ stem: withoutEnding(file.name.toLowerCase()), file }))
    .sort((one, other) => collator.compare(one.stem, other.stem))
  const byOwner = new Map<string, File[]>()
  for (const { stem, file } of unasked) {
    for (const owner of ownersOf(stem, folderOf(file))) {
      const ofOwner = byOwner.get(owner) ?? []
      ofOwner.push(file)
      byOwner.set(owner, ofOwner)
    }
  }

  function filesNamedLike(names: readonly string[], fits: (file: File) => boolean): File[] {
    for (const name of names) {
      const fitting = (byOwner.get(name.toLowerCase()) ?? []).filter(fits)
      if (fitting.length > 0) return fitting
    }
    return []
  }

  function namedPictures(cell: string): Found<FileSource> {
    const found: FileSource[] = []
    const missing: string[] = []
    for (const name of namesIn(cell)) {
      const file = fileCalled(name)
      if (isAddress(name)) found.push(name)
      else if (file && isPicture(file)) found.push(file)
      else missing.push(name)
    }
    return { found, missing }
  }

  return {
    namedPictures,

    pictures(cell: string, names: readonly string[]): Found<FileSource> {
      const { found, missing } = namedPictures(cell)
      return { found: found.length > 0 ? found : filesNamedLike(names, isPicture), missing }
    },

    documents(cell: string, names: readonly string[]): Found<StagedDocument> {
      const documents: StagedDocument[] = []
      const missing: string[] = []
      for (const written of documentsIn(cell)) {
        const [, shown = '', name = written] = namedFile.exec(written) ?? []
        const file = fileCalled(name)
        if (file && isDocument(file)) documents.push({ name: shown || withoutEnding(file.name), file })
        else missing.push(name)
      }
      const alike = (): StagedDocument[] =>
        filesNamedLike(names, isDocument).map((file) => ({ name: withoutEnding(file.name), file }))
      return { found: documents.length > 0 ? documents : alike(), missing }
    },

    /** By the addresses that a text has. What the record shows by this address already is left. */
    inText(html: string, before: string): { found: Map<string, File>; missing: string[] } {
      const found = new Map<string, File>()
      const missing: string[] = []
      for (const address of filesOfText(html)) {
        const file = fileCalled(address)
        if (address === '' || isAddress(address) || before.includes(`"${address}"`)) continue
        if (file && isUsable(file)) found.set(address, file)
        else missing.push(address.replace(/^.*\//, ''))
      }
      return { found, missing }
    },
  }
}
