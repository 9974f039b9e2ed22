import type { ReactNode } from 'react'

/** A section of a page. Without items there is none: no heading, no link. */
export function Section({
  items,
  className,
  id,
  children,
}: {
  items: readonly unknown[]
  className?: string
  id?: string
  children: ReactNode
}) {
  return items.length === 0 ? null : (
    <section id={id} className={className ? `section ${className}` : 'section'}>
      {children}
    </section>
  )
}
