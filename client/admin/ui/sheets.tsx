import { type ReactNode, useId } from 'react'
import { AdminIcon, type AdminIconName } from './buttons.tsx'

interface SheetProps {
  title: string
  /** What is its own in the styles. */
  name: string
  /** Stands at the other end of the line with the title. */
  aside?: ReactNode
  children?: ReactNode
}

export function Sheet({ title, name, aside, children }: SheetProps) {
  const id = useId()
  return (
    <section className={`dashboard-sheet ${name} card column`} aria-labelledby={id}>
      <header className="split wraps">
        <h2 id={id}>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  )
}

export type Fact = readonly [title: string, value: ReactNode]

/** Values with their titles, without those that there are not. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className?: string }) => (
  <dl className={className}>
    {facts
      .filter(([, value]) => value)
      .map(([title, value]) => (
        <div key={title}>
          <dt className="muted">{title}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)

interface WarningProps {
  /** Its first lines, which say what is wrong. */
  titles: readonly ReactNode[]
  icon?: AdminIconName
  /** With a name it is a part of the screen, and is not read out by itself. */
  label?: string
  children?: ReactNode
}

export function Warning({ titles, icon = 'warning', label, children }: WarningProps) {
  return (
    <div className="dashboard-warning card" role={label ? 'region' : 'alert'} aria-label={label}>
      <AdminIcon name={icon} />
      <ul className="stack tight">
        {titles.map((title, index) => (
          <li key={index}>
            <strong>{title}</strong>
          </li>
        ))}
      </ul>
      {children && <p>{children}</p>}
    </div>
  )
}
