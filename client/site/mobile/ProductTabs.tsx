import { type ReactNode, useRef, useState } from 'react'
import type { Site } from '../../../contract/entities.ts'
import { type LocationId, locationIds } from '../../../contract/locations.ts'
import { Tabs } from '../../ui/Tabs.tsx'
import type { CardProduct } from '../cardProduct.ts'

interface Props {
  texts: Site['productGroups']
  /** Shown first. */
  open?: LocationId
  listOf(id: LocationId): readonly CardProduct[]
  /** Renders the products of a group. */
  show(products: readonly CardProduct[], id: LocationId): ReactNode
  /** The level of the headings that name the groups for screen readers, and where there are no tabs without a script. */
  level: 2 | 3
}

/** The three groups of products. All are in the HTML, so that it is complete without a script. */
export function ProductTabs({ texts, open = 'zhgd', listOf, show, level }: Props) {
  const [current, setCurrent] = useState(open)
  const top = useRef<HTMLDivElement>(null)
  const choose = (id: LocationId): void => {
    setCurrent(id)
    // Someone in the middle of one group continues at the start of the next.
    if (top.current && top.current.getBoundingClientRect().top < 0) top.current.scrollIntoView()
  }
  const tabs = locationIds.map((key) => ({ key, name: texts[key].name }))
  const Heading = `h${level}` as const
  const panel = locationIds.map((id) => (
    <section className="phone-group" hidden={id !== current} key={id}>
      <Heading className="visually-hidden">{texts[id].name}</Heading>
      {listOf(id).length > 0 ? show(listOf(id), id) : <p>产品资料整理中，欢迎来电咨询。</p>}
    </section>
  ))
  return (
    <div ref={top}>
      <Tabs<LocationId> label="产品分类" tabs={tabs} current={current} onChange={choose} panel={panel} />
    </div>
  )
}

