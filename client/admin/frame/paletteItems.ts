import { adminScreens, mediaPath, settingsFieldPath, settingsGroupPath } from '../../../contract/calls/adminPaths.ts'
import { leadKinds, leadPath } from '../../../contract/leads/leadKinds.ts'
import { isKind, kinds, recordPath } from '../../../contract/kinds/kinds.ts'
import type { TitleHit } from '../../../contract/kinds/entities.ts'
import type { SiteField, SiteFields } from '../../../contract/site/siteFieldKinds.ts'
import { siteGroups } from '../../../contract/site/siteFields.ts'
import { siteGroupTitles } from '../../../contract/site/siteGroupTitles.ts'
import { navigate } from '../ui/navigation.ts'
import { confirmSignOut } from './confirmSignOut.ts'
import { openOverlay } from '../ui/overlay.ts'
import { otherSettings, settingWords } from './settingWords.ts'
import { newRecords } from '../records/newRecords.ts'
import { isClosed, isGroupClosed, may, mayOpenGroup } from '../session/session.ts'
import type { AdminIconName } from '../ui/buttons.tsx'
import { allowedViews, groups, viewAt } from './views.ts'

export interface PaletteItem {
  key: string
  title: string
  /** Other names that find it. */
  also?: readonly string[]
  /** Its kind, or where it is. */
  note: string
  icon: AdminIconName
  run(): void
}

interface Place {
  screen: string
  noun: string
  /** Opens what was found. */
  address: string
}

function hitPlace({ type, id, agentKind = 'dealer' }: TitleHit): Place {
  if (isKind(type)) return { ...kinds[type], address: recordPath(type, id) }
  if (type === 'media') return { screen: adminScreens.media, noun: '素材', address: mediaPath(id) }
  const { screen, title } = leadKinds[agentKind]
  return { screen, noun: title, address: leadPath(id, agentKind) }
}

/** `searched` is what has found it. */
export function hitItem(hit: TitleHit, searched = ''): PaletteItem {
  const { type, id, title } = hit
  const { screen, noun, address } = hitPlace(hit)
  return {
    key: `${type}/${id}`,
    title: title || '（未命名）',
    note: noun,
    icon: viewAt(screen)?.icon ?? 'box',
    run: () => navigate(address),
    // A telephone is not in the title, nor are a second model and pinyin.
    also: [searched],
  }
}

export const screenItems = (): PaletteItem[] =>
  allowedViews()
    .filter(({ path }) => path !== adminScreens.agents || !isClosed('agent'))
    .map(({ path, title, also = [], icon, group }) => ({
      key: path,
      title,
      also,
      note: group ? groups[group] : '',
      icon,
      run: () => navigate(path),
    }))

export const settingItems = (): PaletteItem[] =>
  Object.entries(siteGroupTitles)
    .filter(([id]) => mayOpenGroup(id) && !isGroupClosed(id))
    .map(([id, title]) => {
      const path = settingsGroupPath(id)
      return {
        key: path,
        title: `网站设置 · ${title}`,
        also: [title, ...(settingWords[id] ?? [])],
        note: '网站',
        icon: 'settings',
        run: () => navigate(path),
      }
    })

/** Finds the fields of the settings, and those inside them. */
export const fieldItems = (): PaletteItem[] =>
  siteGroups
    .filter(({ id }) => mayOpenGroup(id) && !isGroupClosed(id))
    .flatMap(({ id, title: group, fields }) => {
      const itemOf = (path: string, title: string): PaletteItem =>
        fieldItem(id, path, title, group, settingWords[path] ?? [])
      const others = otherSettings.filter((setting) => setting.group === id)
      return [
        ...others.map(({ field, title, also }) => fieldItem(id, field, title, group, also)),
        ...openFields(fields).flatMap(([name, field]) => [
          itemOf(name, field.label),
          ...openFields(field.kind === 'object' ? field.fields : {}).map(([part, { label }]) =>
            itemOf(`${name}.${part}`, `${field.label} · ${label}`),
          ),
        ]),
      ]
    })

const openFields = (fields: SiteFields): [name: string, field: SiteField][] =>
  Object.entries(fields).filter(([, { ofPage }]) => !isClosed(ofPage))

function fieldItem(id: string, path: string, title: string, group: string, also: readonly string[]): PaletteItem {
  const address = settingsFieldPath(id, path)
  return { key: address, title, also, note: `网站设置 · ${group}`, icon: 'settings', run: () => navigate(address) }
}

export const actionItems = (): PaletteItem[] => [
  ...(may('record:edit') ? newRecords() : []).map(
    ({ title, also, path, icon }): PaletteItem => ({
      key: path,
      title,
      also,
      note: '',
      icon,
      run: () => navigate(path),
    }),
  ),
  {
    key: 'site',
    title: '查看网站',
    note: '新窗口',
    icon: 'arrow-up-right',
    run: () => void window.open('/', '_blank', 'noopener'),
  },
  { key: 'password', title: '修改密码', note: '', icon: 'lock', run: () => openOverlay('password') },
  { key: 'qr', title: '扫码关注公众号', also: ['二维码'], note: '', icon: 'qr', run: () => openOverlay('qr') },
  ...(may('sysNameLogo:update')
    ? [
        {
          key: 'system',
          title: '系统名称和LOGO',
          note: '',
          icon: 'settings',
          run: () => openOverlay('system'),
        } satisfies PaletteItem,
      ]
    : []),
  {
    key: 'signOut',
    title: '退出登录',
    also: ['注销'],
    note: '',
    icon: 'logout',
    run: () => void confirmSignOut(),
  },
]
