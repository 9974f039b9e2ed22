import { createContext, useContext } from 'react'
import { hasOwn } from '../../contract/text/standIns.ts'
import { interfaceIcons } from './interfaceIcons.ts'

type IconPaths = Readonly<Record<string, string>>

/**
 * The paths of icons by their names. The HTML of the first page has all that it shows, which hydration leaves as they are; so a browser gets
 * those of subjects only with the code for a second page (hydrate.tsx).
 */
export const IconPathsContext = createContext<IconPaths>(interfaceIcons)

/** A record may name an icon that does not exist: then it is a check mark. */
export function useIconPath(name: string): string {
  const paths = useContext(IconPathsContext)
  return (hasOwn(paths, name) ? paths[name] : undefined) ?? interfaceIcons.check
}
