import { adminScreens } from '../../contract/adminPaths.ts'
import { lazyScreen, type LazyScreen } from './layout/lazyScreen.tsx'
import type { AdminIconName } from './ui/AdminIcon.tsx'

export interface View {
  path: string
  title: string
  icon: AdminIconName
  /** Its place in the menu; without one it stands above all groups. */
  group?: Group
  /** Its tab cannot be closed. */
  pinned?: true
  Screen: LazyScreen
}

/** The groups of the menu from top to bottom; one without views is not drawn. */
export const groups = { content: '菜单', customers: '客户', site: '网站', system: '系统' } as const
export type Group = keyof typeof groups

const recordScreens = () => import('./screens/recordScreens.ts')
const screens = {
  dashboard: lazyScreen(async () => (await import('./screens/DashboardScreen.tsx')).default),
  products: lazyScreen(async () => (await recordScreens()).ProductScreen),
  news: lazyScreen(async () => (await recordScreens()).NewsScreen),
  carousel: lazyScreen(async () => (await recordScreens()).CarouselScreen),
  agents: lazyScreen(async () => (await import('./screens/AgentScreen.tsx')).default),
  media: lazyScreen(async () => (await import('./media/media.ts')).MediaScreen),
  profile: lazyScreen(async () => (await import('./screens/ProfileScreen.tsx')).default),
}

export const views: readonly View[] = [
  { path: adminScreens.dashboard, title: '首页', icon: 'home', pinned: true, Screen: screens.dashboard },
  { path: adminScreens.products, title: '产品管理', icon: 'box', group: 'content', Screen: screens.products },
  { path: adminScreens.news, title: '新闻管理', icon: 'news', group: 'content', Screen: screens.news },
  { path: adminScreens.carousel, title: '轮播图管理', icon: 'image', group: 'content', Screen: screens.carousel },
  { path: adminScreens.agents, title: '代理加盟', icon: 'handshake', group: 'content', Screen: screens.agents },
  { path: adminScreens.media, title: '素材库', icon: 'gallery', group: 'site', Screen: screens.media },
  { path: adminScreens.profile, title: '资料管理', icon: 'plan', group: 'site', Screen: screens.profile },
]

export const viewAt = (path: string): View | undefined => views.find((view) => view.path === path)
