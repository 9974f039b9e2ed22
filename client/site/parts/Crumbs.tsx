import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'

/** Where a page belongs. */
export function Crumbs({ href, parent, children }: { href: string; parent: string; children: ReactNode }) {
  return (
    <nav className="crumbs row muted small" aria-label="当前位置">
      <a href={href}>{parent}</a>
      <Icon name="chevron-right" />
      <span aria-current="page" dir="auto">
        {children}
      </span>
    </nav>
  )
}
