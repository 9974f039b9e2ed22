import type { ComponentType } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { leadKinds, type LeadKind } from '../../../contract/leads/leadKinds.ts'
import { kindNames, recordKind } from '../../../contract/kinds/kinds.ts'
import type { Permission } from '../../../contract/calls/roles.ts'
import { withSheet } from '../../lib/sheets.ts'
import * as checkFile from '../site/CheckScreen.tsx'
import * as library from '../media/library.ts'
import { MediaScreen } from '../media/MediaScreen.tsx'
import { ProfileScreen } from '../media/ProfileScreen.tsx'
import { iconOf } from '../records/newRecords.ts'
import * as leadFile from '../leads/LeadScreen.tsx'
import * as dashboardFile from '../dashboard/DashboardScreen.tsx'
import * as recordsFile from '../records/records.tsx'
import { may, user } from '../session/session.ts'
import type { AdminIconName } from '../ui/buttons.tsx'
import { later, laterIn, type ViewProps } from '../ui/later.tsx'

export interface View {
  path: string
  title: string
  /** Other names that find it in the palette. */
  also?: readonly string[]
  icon: AdminIconName
  /** Its group in the menu; without one it is above all groups. */
  group?: Group
  /** The screen that leads to it: for who may open that, it has no entry of its own. */
  under?: string
  /** It has the tab of that screen, too. */
  sharesTab?: true
  /** Its tab is closed once another screen is shown, unless something on it is unsaved. */
  closesItself?: true
  /** It is in the menu of one's name, not in that of the office. */
  ofPerson?: true
  permission?: Permission
  /** Beside its entry is how many of these are new. */
  counts?: LeadKind
  Screen: ComponentType<ViewProps>
}

/** The groups of the menu from top to bottom; one without views is not drawn. */
export const groups = { main: '菜单', content: '内容', site: '网站', system: '系统' } as const
export type Group = keyof typeof groups

const DashboardScreen = laterIn(() => dashboardFile, 'DashboardScreen')
const ofLibrary = (Screen: View['Screen']) => later(() => withSheet(library).then(() => Screen))
const CheckScreen = laterIn(() => checkFile, 'CheckScreen')

/** Not everybody opens them every day. */
const SettingsScreen = laterIn(() => import('../site/SettingsScreen.tsx'), 'SettingsScreen')
const BeginScreen = laterIn(() => import('../site/BeginScreen.tsx'), 'BeginScreen')
const VisitsScreen = laterIn(() => import('../site/VisitsScreen.tsx'), 'VisitsScreen')
const AccountScreen = laterIn(() => import('../people/people.ts'), 'AccountScreen')
const AccountsScreen = laterIn(() => import('../people/people.ts'), 'AccountsScreen')
const OperationsScreen = laterIn(() => import('../people/people.ts'), 'OperationsScreen')
const ActivityScreen = laterIn(() => import('../people/people.ts'), 'ActivityScreen')

function leadView(kind: LeadKind, more: Pick<View, 'also' | 'icon' | 'group'>): View {
  const { screen, title } = leadKinds[kind]
  const Screen = later(async () => (await withSheet(leadFile)).leadScreen(kind))
  return { path: screen, title, permission: 'agent:update', counts: kind, Screen, ...more }
}

export const views: readonly View[] = [
  { path: adminScreens.dashboard, title: '首页', icon: 'home', Screen: DashboardScreen },
  ...kindNames.map((name): View => {
    const { screen, noun, isMain } = recordKind(name)
    return {
      path: screen,
      title: `${noun}管理`,
      also: ['回收站', '已删除'],
      icon: iconOf(name),
      group: isMain ? 'main' : 'content',
      permission: 'record:edit',
      Screen: later(async () => (await withSheet(recordsFile)).recordScreens[name]),
    }
  }),
  leadView('dealer', { also: ['客户线索', '加盟申请', '咨询'], icon: 'handshake', group: 'main' }),
  leadView('inquiry', { also: ['客户线索'], icon: 'chat', group: 'content' }),
  {
    path: adminScreens.settings,
    title: '网站设置',
    icon: 'settings',
    group: 'site',
    permission: 'site:update',
    Screen: SettingsScreen,
  },
  {
    path: adminScreens.media,
    title: '素材库',
    icon: 'gallery',
    group: 'site',
    permission: 'record:edit',
    Screen: ofLibrary(MediaScreen),
  },
  {
    path: adminScreens.profile,
    title: '资料管理',
    also: ['文档'],
    icon: 'plan',
    group: 'site',
    under: adminScreens.media,
    permission: 'record:edit',
    Screen: ofLibrary(ProfileScreen),
  },
  {
    path: adminScreens.visits,
    title: '访问统计',
    also: ['来源', '浏览量'],
    icon: 'chart',
    group: 'site',
    permission: 'visits:list',
    Screen: VisitsScreen,
  },
  {
    path: adminScreens.check,
    title: '上线检查',
    also: ['备份'],
    icon: 'shield',
    group: 'site',
    permission: 'site:update',
    Screen: CheckScreen,
  },
  {
    path: adminScreens.accounts,
    title: '账号管理',
    also: ['角色', '权限', '员工'],
    icon: 'users',
    group: 'system',
    permission: 'account:update',
    Screen: AccountsScreen,
  },
  {
    path: adminScreens.log,
    title: '操作记录',
    also: ['日志'],
    icon: 'clock',
    group: 'system',
    under: adminScreens.accounts,
    sharesTab: true,
    permission: 'log:list',
    Screen: ActivityScreen,
  },
  {
    path: adminScreens.operations,
    title: '最近的操作',
    also: ['撤销', '恢复'],
    icon: 'clock',
    group: 'system',
    permission: 'record:edit',
    Screen: OperationsScreen,
  },
  {
    path: adminScreens.account,
    title: '我的账号',
    also: ['密码'],
    icon: 'lock',
    group: 'system',
    ofPerson: true,
    Screen: AccountScreen,
  },
  {
    path: adminScreens.begin,
    title: '开始',
    icon: 'home',
    under: adminScreens.dashboard,
    closesItself: true,
    permission: 'legal:update',
    Screen: BeginScreen,
  },
]

export const closingTabs: readonly string[] = views.filter(({ closesItself }) => closesItself).map(({ path }) => path)

/** Those that the person may see. */
export const allowedViews = (): View[] => views.filter(({ permission }) => permission === undefined || may(permission))

/** Those with an entry in the menu. Statistics have nothing to show while hardly anybody has come. */
export const menuViews = (): View[] =>
  allowedViews().filter(
    ({ path, under, ofPerson }) =>
      !ofPerson &&
      (under === undefined || !viewAt(under)) &&
      (path !== adminScreens.visits || user.value?.visited === true),
  )

export const viewAt = (path: string): View | undefined => allowedViews().find((view) => view.path === path)

/** The screen whose tab it has. */
export function tabOf(path: string): string {
  const { under = path, sharesTab } = viewAt(path) ?? {}
  return sharesTab && viewAt(under) ? under : path
}

/** Those that have the same tab. */
export const sharingTab = (path: string): string[] =>
  allowedViews()
    .map((view) => view.path)
    .filter((each) => tabOf(each) === tabOf(path))
