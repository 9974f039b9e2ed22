import { later, type LaterScreen } from './layout/later.tsx'
import type { AdminIconName } from './ui/AdminIcon.tsx'

export interface View {
  path: string
  title: string
  icon: AdminIconName
  /** Its place in the menu; without one it stands above all groups. */
  group?: Group
  /** Its tab cannot be closed. */
  pinned?: true
  Screen: LaterScreen
}

/** The groups of the menu from top to bottom; one without views is not drawn. */
export const groups = { content: '菜单', customers: '客户', site: '网站', system: '系统' } as const
export type Group = keyof typeof groups

const recordScreens = () => import('./screens/recordScreens.ts')
const screens = {
  dashboard: later(async () => (await import('./screens/DashboardScreen.tsx')).default),
  products: later(async () => (await recordScreens()).ProductScreen),
  news: later(async () => (await recordScreens()).NewsScreen),
  carousel: later(async () => (await recordScreens()).CarouselScreen),
  agents: later(async () => (await import('./screens/AgentScreen.tsx')).default),
  profile: later(async () => (await import('./screens/ProfileScreen.tsx')).default),
}

export const views: readonly View[] = [
  { path: '/dashboard', title: '首页', icon: 'home', pinned: true, Screen: screens.dashboard },
  { path: '/AdminProduct', title: '产品管理', icon: 'box', group: 'content', Screen: screens.products },
  { path: '/AdminNews', title: '新闻管理', icon: 'news', group: 'content', Screen: screens.news },
  { path: '/AdminCarousel', title: '轮播图管理', icon: 'image', group: 'content', Screen: screens.carousel },
  { path: '/AdminAgenttoJoin', title: '代理加盟', icon: 'handshake', group: 'content', Screen: screens.agents },
  { path: '/profile', title: '资料管理', icon: 'plan', group: 'site', Screen: screens.profile },
]

export const viewAt = (path: string): View | undefined => views.find((view) => view.path === path)

/** Addresses that only lead on. */
export const detours: Readonly<Record<string, string>> = { '/admin': '/dashboard', '/menu': '/AdminProduct' }
