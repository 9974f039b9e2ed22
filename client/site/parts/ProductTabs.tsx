import { type ReactNode, useRef } from 'react'
import { Tabs } from '../../ui/Tabs.tsx'

interface Group {
  id: string
  name: string
}

interface Props<G extends Group> {
  groups: readonly G[]
  current: string
  onChange(id: string): void
  show(group: G): ReactNode
  /** The level of the headings that name the groups for screen readers, and where there are no tabs without a script. */
  level: 2 | 3
}

/** The groups of products. All are in the HTML, so that it is complete without a script. */
export function ProductTabs<G extends Group>({ groups, current, onChange, show, level }: Props<G>) {
  const top = useRef<HTMLDivElement>(null)
  const choose = (id: string): void => {
    // Someone in the middle of one group continues at the start of the next.
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
    onChange(id)
  }
  const tabs = groups.map(({ id, name }) => ({ key: id, name }))
  const Heading = `h${level}` as const
  const panel = groups.map((group) => (
    <section className="phone-group" hidden={group.id !== current} key={group.id}>
      <Heading className="visually-hidden">{group.name}</Heading>
      {show(group)}
    </section>
  ))
  return (
    <div ref={top}>
      <Tabs label="产品分类" tabs={tabs} current={current} onChange={choose} panel={panel} />
    </div>
  )
}
