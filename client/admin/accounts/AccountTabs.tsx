import { adminScreens } from '../../../contract/adminPaths.ts'
import { Link } from '../ui/Link.tsx'
import { viewAt } from '../views.ts'

/** 账号管理 and 操作记录 side by side, for who may see both. */
export function AccountTabs({ path }: { path: string }) {
  const shown = [viewAt(adminScreens.accounts), viewAt(adminScreens.log)]
  return shown.every((view) => view !== undefined) && (
    <nav className="list-tabs row tight" aria-label="账号与记录">
      {shown.map((view) => (
        <Link key={view.path} href={view.path} aria-current={view.path === path ? 'page' : undefined}>{view.title}</Link>
      ))}
    </nav>
  )
}
