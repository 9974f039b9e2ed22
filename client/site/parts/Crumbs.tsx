import type { ReactNode } from 'react'

/** Where a page belongs. */
export function Crumbs({ href, parent, children }: { href: string; parent: string; children: ReactNode }) {
  return (
    <nav className="crumbs row wraps muted small" aria-label="当前位置">
      <a href={href}>{parent}</a>
      <span aria-hidden="true">&gt;</span>
      <span aria-current="page" dir="auto">
        {children}
      </span>
    </nav>
  )
}
