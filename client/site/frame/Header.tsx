import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { menuFor } from './menu.ts'

/** On a narrow screen the menu folds into a `details`, which opens without a script as well. */
export function Header({ facts, path, phone }: { facts: FrameFacts; path: string; phone: boolean }) {
  const links = menuFor(phone).map(({ href, name, paths }) => (
    <a key={href} href={href} aria-current={paths.includes(path) ? 'page' : undefined}>
      {name}
    </a>
  ))
  return (
    <header className="site-header">
      <div className="wrap">
        <a className="brand" href={phone ? '/mobile' : '/'}>
          <picture>
            <source srcSet="/media/mark-light.svg" media="(prefers-color-scheme: dark)" />
            <img src="/media/mark.svg" alt="" width="40" height="40" />
          </picture>
          <b>{facts.siteName}</b>
        </a>
        {!phone && (
          <nav className="menu" aria-label="主导航">
            {links}
          </nav>
        )}
        <a className="hotline" href={`tel:${facts.hotline}`}>
          <Icon name="phone" />
          <span>
            <small>服务热线</small>
            {facts.hotline}
          </span>
        </a>
        <details className={phone ? 'folded always' : 'folded'}>
          <summary aria-label="菜单">
            <Icon name="menu" />
          </summary>
          <nav aria-label="菜单">{links}</nav>
        </details>
      </div>
    </header>
  )
}
