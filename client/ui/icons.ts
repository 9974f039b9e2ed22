import { hasOwn } from '../../contract/text/standIns.ts'
import { interfaceIcons } from './interfaceIcons.ts'
import { subjectIcons } from './subjectIcons.ts'

/** All that the site has. A browser does not need them at once: see IconPathsContext. */
export const icons = { ...interfaceIcons, ...subjectIcons } as const

export type IconName = keyof typeof icons
export const isIcon = (name: string): name is IconName => hasOwn(icons, name)
