/**
 * The screens of the back office beside those of records, which `kinds.ts` has: one HTML page, whose script shows the right one. The server
 * redirects to the login without a session.
 */
export const adminScreens = {
  dashboard: '/dashboard',
  agents: '/AdminAgenttoJoin',
  inquiries: '/AdminInquiry',
  settings: '/settings',
  media: '/AdminMedia',
  visits: '/visits',
  check: '/check',
  profile: '/profile',
  accounts: '/accounts',
  account: '/account',
  log: '/log',
  operations: '/operations',
  begin: '/begin',
} as const

/** The address of the groups of products, beside their list. */
const productGroupsPath = '/AdminProduct?groups=1'

/** The groups of settings that stand beside the list of what they are about. */
const groupsBesideLists: Readonly<Record<string, string>> = {
  products: productGroupsPath,
  cases: '/AdminCase?texts=1',
}

/** The address of a group of settings. */
export const settingsGroupPath = (group: string): string =>
  groupsBesideLists[group] ?? `${adminScreens.settings}?group=${group}`

/** The address of a field in it, or of an item of a list: `scenarios.2`. */
export const settingsFieldPath = (group: string, field: string): string => `${settingsGroupPath(group)}&field=${field}`

/** Where an old address is given a new one, with what is known of both. */
export function redirectPath(from: string, to: string): string {
  const known = new URLSearchParams({ from, to })
  return `${settingsGroupPath('redirects')}&${known}`
}

/** Where a group that was asked for is now, as `groupOfPath` says for one of its fields; undefined where it has stayed. */
export function movedSettings(
  group: string,
  field: string,
  groupOfPath: (path: string) => { id: string } | undefined,
): string | undefined {
  const current = groupOfPath(field)?.id ?? group
  if (current === group && !(group in groupsBesideLists)) return undefined
  return field === '' ? settingsGroupPath(current) : settingsFieldPath(current, field)
}

/** The address that opens a file of the media library. */
export const mediaPath = (id: string): string => `${adminScreens.media}?edit=${encodeURIComponent(id)}`

export const loginScreen = '/login'

/** Addresses that only redirect. */
export const adminRedirects: Readonly<Record<string, string>> = {
  '/menu': '/AdminProduct',
  '/admin': adminScreens.dashboard,
}
