import { createContext } from 'react'
import type { PictureNotes } from '../../contract/media/media.ts'

/** The library's notes on the pictures of the pages. */
export const PictureNotesContext = createContext<PictureNotes>({})
