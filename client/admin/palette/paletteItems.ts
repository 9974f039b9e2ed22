import { navigate } from 'wouter/use-browser-location'
import { adminScreens } from '../../../contract/adminPaths.ts'
import { siteUpdatePermission, sysNameLogoUpdate, type TitleHit } from '../../../contract/entities.ts'
import type { KindName } from '../../../contract/kinds.ts'
import { siteGroupTitles } from '../../../contract/siteGroupTitles.ts'
import { askToSignOut } from '../layout/askToSignOut.ts'
import { openOverlay } from '../layout/overlay.ts'
import { newRecords } from '../newRecords.ts'
import { recentItems } from '../recent.ts'
import { may } from '../session.ts'
import { settingsGroupPath } from '../settingsPath.ts'
import type { AdminIconName } from '../ui/AdminIcon.tsx'
import { allowedViews, groups } from '../views.ts'

export interface PaletteItem {
  /** By which it is remembered. */
  key: string
  title: string
  /** Other names that find it. */
  also?: readonly string[]
  /** What it is, or where. */
  note: string
  icon: AdminIconName
  run(): void
}

const records: Readonly<Record<KindName, { path: string; note: string; icon: AdminIconName }>> = {
  product: { path: adminScreens.products, note: '产品', icon: 'box' },
  news: { path: adminScreens.news, note: '新闻', icon: 'news' },
  carousel: { path: adminScreens.carousel, note: '轮播图', icon: 'image' },
}

export function recordItem({ type, id, title }: TitleHit): PaletteItem {
  const { path, note, icon } = records[type]
  return { key: `${type}/${id}`, title: title || '（未命名）', note, icon, run: () => navigate(`${path}?edit=${encodeURIComponent(id)}`) }
}

export const screenItems = (): PaletteItem[] =>
  allowedViews().map(({ path, title, icon, group }) => ({ key: path, title, note: group ? groups[group] : '', icon, run: () => navigate(path) }))

/** The groups of settings, by which one finds what to change. */
export const settingItems = (): PaletteItem[] =>
  Object.entries(may(siteUpdatePermission) ? siteGroupTitles : {}).map(([id, title]) => {
    const path = settingsGroupPath(id)
    return { key: path, title: `网站设置 · ${title}`, also: [title], note: '网站', icon: 'settings', run: () => navigate(path) }
  })

export const actionItems = (): PaletteItem[] => [
  ...newRecords.map(({ title, also, path, icon }): PaletteItem => ({ key: path, title, also, note: '', icon, run: () => navigate(path) })),
  { key: 'site', title: '查看网站', note: '新窗口', icon: 'arrow-up-right', run: () => void window.open('/', '_blank', 'noopener') },
  { key: 'password', title: '修改密码', note: '', icon: 'lock', run: () => openOverlay('password') },
  { key: 'qr', title: '扫码关注公众号', also: ['二维码'], note: '', icon: 'qr', run: () => openOverlay('qr') },
  ...(may(sysNameLogoUpdate)
    ? [{ key: 'system', title: '系统名称和LOGO', note: '', icon: 'settings', run: () => openOverlay('system') } satisfies PaletteItem]
    : []),
  { key: 'keys', title: '快捷键', also: ['帮助'], note: '?', icon: 'keyboard', run: () => openOverlay('keys') },
  { key: 'signOut', title: '退出登录', also: ['注销'], note: '', icon: 'logout', run: () => void askToSignOut() },
]

/** Recently visited, as far as they still exist. */
export function recentPaletteItems(others: readonly PaletteItem[]): PaletteItem[] {
  return recentItems().flatMap(({ key, title }) => {
    const [type = '', id = ''] = key.split('/')
    if (isRecordType(type)) return [recordItem({ type, id, title })]
    return others.filter((item) => item.key === key)
  })
}

const isRecordType = (type: string): type is KindName => type in records
