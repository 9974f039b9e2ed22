import { createContext } from 'react'

/** The origin that the pages have their pictures and films from; '' for the site itself. */
export const AssetsContext = createContext('')
