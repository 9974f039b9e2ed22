import { bytes } from '../text/bytes.ts'
import type { MediaExtension } from './mediaTypes.ts'
import { uploadExtension } from './pictureName.ts'
import { hasOwn } from '../text/standIns.ts'

/** What people call the kinds of document, by their extension. */
const documentNames = { pdf: 'PDF', docx: 'Word', xlsx: 'Excel', zip: 'ZIP' } as const satisfies {
  [E in MediaExtension]?: string
}
export type DocumentExtension = keyof typeof documentNames

/** As a field for files names them. */
export const documentEndings = Object.keys(documentNames).map((extension) => `.${extension}`)

const isDocument = (extension: string): extension is DocumentExtension => hasOwn(documentNames, extension)

/** The name of a file decides how it is sent, and never what it is accepted as. */
export const isDocumentName = (name: string): boolean => isDocument(name.slice(name.lastIndexOf('.') + 1).toLowerCase())

const starterDocument = /^\/media\/document\/[\w-]+\.pdf$/
/** The data sheets of the program: they are in the library as its pictures are. */
export const isStarterDocument = (address: string): boolean => starterDocument.test(address)

/** The extension of an uploaded document or of one of the starter content; undefined for any other address. */
export function documentExtension(address: string): DocumentExtension | undefined {
  if (isStarterDocument(address)) return 'pdf'
  const extension = address.startsWith('/uploads/document/') ? uploadExtension(address) : undefined
  return extension !== undefined && isDocument(extension) ? extension : undefined
}

/** Its kind and, where it is known, its size: PDF · 3.2 MB; '' for what is no document. */
export function documentFacts(address: string, size: number | undefined): string {
  const extension = documentExtension(address)
  return extension === undefined
    ? ''
    : [documentNames[extension], ...(size === undefined ? [] : [bytes(size)])].join(' · ')
}
