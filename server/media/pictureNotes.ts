import type { PictureNote, PictureNotes } from '../../contract/media/media.ts'
import { pictureNote } from '../store/records.ts'
import type { Store } from '../store/store.ts'
import { libraryAddresses, mayHoldAddresses } from './mediaUses.ts'

/** Finds what the library knows of the pictures whose addresses are in a value; undefined for nothing. */
export function createPictureNotes({ media }: Pick<Store, 'media'>): (value: unknown) => PictureNotes | undefined {
  /** By address; most pictures have none. */
  const notes = new Map<string, PictureNote>()
  const keep = (address: string, note: PictureNote | undefined): void => {
    if (note) notes.set(address, note)
    else notes.delete(address)
  }
  for (const record of media.all()) keep(record.address, pictureNote(record))
  media.watch('notes', ({ record, before }) => {
    const { address } = record ?? before ?? {}
    if (address !== undefined) keep(address, record && pictureNote(record))
  })

  return (value) => {
    if (notes.size === 0) return undefined
    const notesInValue: Record<string, PictureNote> = {}
    const visit = (part: unknown): void => {
      if (typeof part === 'string') {
        if (!mayHoldAddresses(part)) return
        for (const [address] of part.matchAll(libraryAddresses)) {
          const note = notes.get(address)
          if (note) notesInValue[address] = note
        }
      } else if (typeof part === 'object' && part !== null) {
        for (const member of Object.values(part)) visit(member)
      }
    }
    visit(value)
    return Object.keys(notesInValue).length > 0 ? notesInValue : undefined
  }
}
