import { adminScreens } from '../../../contract/adminPaths.ts'
import { may } from '../session.ts'
import { Link } from '../ui/Link.tsx'

const tabs = [[adminScreens.accounts, '账号管理'], [adminScreens.log, '操作记录']] as const

/** For who may see both. */
export const AccountTabs = ({ path }: { path: string }) => may('account:update') && may('log:list') && (
  <nav className="list-tabs row tight" aria-label="账号与记录">
    {tabs.map(([screen, title]) => <Link key={screen} href={screen} aria-current={screen === path ? 'page' : undefined}>{title}</Link>)}
  </nav>
)
