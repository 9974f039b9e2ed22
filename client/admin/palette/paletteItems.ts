import { navigate } from 'wouter/use-browser-location'
import { isKind, recordPath, recordScreens, settingsGroupPath } from '../../../contract/adminPaths.ts'
import { siteUpdatePermission, sysNameLogoUpdate, type TitleHit } from '../../../contract/entities.ts'
import { siteGroupTitles } from '../../../contract/siteGroupTitles.ts'
import { confirmSignOut } from '../confirmSignOut.ts'
import { openOverlay } from '../overlay.ts'
import { newRecords } from '../newRecords.ts'
import { recentItems } from '../recent.ts'
import { may } from '../session.ts'
import type { AdminIconName } from '../ui/AdminIcon.tsx'
import { allowedViews, groups, viewAt } from '../views.ts'

export interface PaletteItem {
  /** Under which it is stored as recent. */
  key: string
  title: string
  /** Other names that find it. */
  also?: readonly string[]
  /** Its kind, or where it is. */
  note: string
  icon: AdminIconName
  run(): void
}

export function recordItem({ type, id, title }: TitleHit): PaletteItem {
  const { path, noun } = recordScreens[type]
  return {
    key: `${type}/${id}`, title: title || '（未命名）', note: noun, icon: viewAt(path)?.icon ?? 'box', run: () => navigate(recordPath(type, id)),
  }
}

export const screenItems = (): PaletteItem[] =>
  allowedViews().map(({ path, title, also = [], icon, group }) => (
    { key: path, title, also, note: group ? groups[group] : '', icon, run: () => navigate(path) }
  ))

/** The groups of settings. */
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
  { key: 'signOut', title: '退出登录', also: ['注销'], note: '', icon: 'logout', run: () => void confirmSignOut() },
]

/** Recent items; screens and actions only if they still exist. */
export function recentPaletteItems(others: readonly PaletteItem[]): PaletteItem[] {
  return recentItems().flatMap(({ key, title }) => {
    const [type = '', id = ''] = key.split('/')
    if (isKind(type)) return [recordItem({ type, id, title })]
    return others.filter((item) => item.key === key)
  })
}
