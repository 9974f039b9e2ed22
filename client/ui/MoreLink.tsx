import type { ReactNode } from 'react'
import { Arrow } from './Icon.tsx'

/** Leads from a part of a page to all of it. */
export const MoreLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a className="more row accent" href={href}>
    {children}
    <Arrow />
  </a>
)
