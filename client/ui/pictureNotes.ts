import { createContext } from 'react'
import type { PictureNotes } from '../../contract/media.ts'

/** What the library knows of the pictures of the pages. */
export const PictureNotesContext = createContext<PictureNotes>({})
