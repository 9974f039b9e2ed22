import { createContext } from 'react'
import type { PictureNotes } from '../../contract/media/media.ts'

/** The origin that the pages have their pictures and films from; '' for the site itself. */
export const AssetsContext = createContext('')

/** The library's notes on the pictures of the pages. */
export const PictureNotesContext = createContext<PictureNotes>({})
