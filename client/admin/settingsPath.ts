import { adminScreens } from '../../contract/adminPaths.ts'

export const settingsPath = adminScreens.settings
/** The address of a group of settings. */
export const settingsGroupPath = (group: string): string => `${settingsPath}?group=${group}`
