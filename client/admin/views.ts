import type { IconName } from '../ui/icons.ts'
import type { AdminIconName } from './adminIcons.ts'
import { later, type LaterScreen } from './layout/later.tsx'

export interface View {
  path: string
  title: string
  /** In the menu, where that is not the title. */
  label?: string
  icon: IconName | AdminIconName
  /** Under 菜单. */
  grouped?: true
  /** Its tab cannot be closed. */
  pinned?: true
  Screen: LaterScreen
}

export const groupTitle = '菜单'

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
  { path: '/AdminProduct', title: '产品管理', icon: 'box', grouped: true, Screen: screens.products },
  { path: '/AdminNews', title: '新闻管理', icon: 'news', grouped: true, Screen: screens.news },
  { path: '/AdminCarousel', title: '轮播图管理', icon: 'image', grouped: true, Screen: screens.carousel },
  { path: '/AdminAgenttoJoin', title: '代理加盟', icon: 'handshake', grouped: true, Screen: screens.agents },
  { path: '/profile', title: '资料管理', label: '资料', icon: 'plan', Screen: screens.profile },
]

export const viewAt = (path: string): View | undefined => views.find((view) => view.path === path)

/** Addresses that only lead on. */
export const detours: Readonly<Record<string, string>> = { '/admin': '/dashboard', '/menu': '/AdminProduct' }
