import { truncate } from '../../contract/characters.ts'
import { uploadExtension } from '../../contract/pictureName.ts'
import { isStarterDocument } from '../../contract/documents.ts'

/** A file in the archive, and where it comes from. */
export interface SheetFile {
  name: string
  address: string
}

const pictureFolder = '图片'
const documentFolder = '资料'

const isOwn = (address: string): boolean => uploadExtension(address) !== undefined || address.startsWith('/media/')
const baseName = (address: string): string => address.slice(address.lastIndexOf('/') + 1)
const endingOf = (address: string): string => address.slice(address.lastIndexOf('.'))

/** Signs that a folder or a cell with several names cannot have. */
const unfit = /[\\/:*?"<>|,，;；\s\p{C}]+/gu
const maxName = 60
const fitting = (text: string): string =>
  truncate(text.replace(unfit, ' ').trim(), maxName).replace(/^[. ]+|[. ]+$/g, '') || '未命名'

/** Gives each file a name of its own that says what it is of: an import finds it by that, whatever folder it lies in. */
export function createFileNames() {
  const taken = new Set<string>()
  /** By what a cell asks for: one file that several records show is packed once. */
  const files = new Map<string, SheetFile>()

  const free = (stem: string, ending: string): string => {
    for (let number = 1; ; number++) {
      const name = number === 1 ? stem : `${stem}-${number}`
      // An import also looks for names without their endings.
      if (taken.has(name.toLowerCase())) continue
      taken.add(name.toLowerCase())
      return name + ending
    }
  }
  const add = (key: string, address: string, nameOf: () => string): string => {
    const known = files.get(key)
    if (known) return baseName(known.name)
    const name = nameOf()
    files.set(key, { name, address })
    return baseName(name)
  }

  return {
    /** A picture of another site stays an address. */
    picture: (address: string, called: string): string =>
      isOwn(address)
        ? add(address, address, () => `${pictureFolder}/${free(fitting(called), endingOf(address))}`)
        : address,

    /** Its name, and the file behind it where that is called otherwise. */
    document({ name, address }: { name: string; address: string }, called: string): string {
      if (uploadExtension(address) === undefined && !isStarterDocument(address)) return address
      const shown = name.replace(unfit, ' ').trim()
      const file = add(`${address} ${shown}`, address, () => {
        const stem = taken.has(fitting(shown).toLowerCase()) ? `${fitting(called)} ${fitting(shown)}` : fitting(shown)
        return `${documentFolder}/${free(stem, endingOf(address))}`
      })
      return file === shown + endingOf(address) ? file : `${shown} <${file}>`
    },

    /** Pictures of a rich text keep their names: the text has their addresses. */
    inText(html: string): void {
      for (const [, address = ''] of html.matchAll(/<img\b[^>]*?\ssrc="([^"]*)"/g))
        if (isOwn(address)) add(`text ${address}`, address, () => `${pictureFolder}/${baseName(address)}`)
    },

    files: (): SheetFile[] => [...files.values()],
  }
}
