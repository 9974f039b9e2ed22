import { type ComponentType, lazy } from 'react'
import type { IconName } from '../ui/icons.ts'
import type { AdminIconName } from './adminIcons.ts'

/** What a screen is told: whether it is the one on show. Hidden ones live on. */
export interface ViewProps {
  active: boolean
}

export interface View {
  path: string
  title: string
  /** In the menu, where it is not the title. */
  label?: string
  icon: IconName | AdminIconName
  /** Under 菜单. */
  grouped?: true
  /** Its tab cannot be closed. */
  pinned?: true
  Component: ComponentType<ViewProps>
}

export const group = { title: '菜单', icon: 'list' } as const

export const views: readonly View[] = [
  { path: '/dashboard', title: '首页', icon: 'home', pinned: true, Component: lazy(async () => ({ default: (await import('./screens/DashboardScreen.tsx')).default })) },
]
