import type { ReactNode } from 'react'

interface Props {
  /** Without any there is no section: no heading, no link. */
  items?: readonly unknown[]
  className?: string
  id?: string
  'aria-label'?: string
  /** The classes of what stands in it. */
  inside?: string
  /** Its parts have the width of the window. */
  wide?: boolean
  children: ReactNode
}

/** A section of a page, whose content has the width of the page. */
export function Section({ items, className = '', inside = '', wide = false, children, ...attributes }: Props) {
  if (items?.length === 0) return null
  return (
    <section {...attributes} className={`section ${className}`.trim()}>
      {wide ? children : <div className={`wrap ${inside}`.trim()}>{children}</div>}
    </section>
  )
}
