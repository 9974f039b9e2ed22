/** The screens of the back office: one HTML page, whose script shows the right one. The server redirects to the login without a session. */
export const adminScreens = {
  dashboard: '/dashboard',
  products: '/AdminProduct',
  news: '/AdminNews',
  carousel: '/AdminCarousel',
  agents: '/AdminAgenttoJoin',
  settings: '/settings',
  media: '/AdminMedia',
  profile: '/profile',
} as const

/** The address of a group of settings. */
export const settingsGroupPath = (group: string): string => `${adminScreens.settings}?group=${group}`

export const loginScreen = '/login'

/** Addresses that only redirect. */
export const adminRedirects: Readonly<Record<string, string>> = { '/menu': adminScreens.products, '/admin': adminScreens.dashboard }
