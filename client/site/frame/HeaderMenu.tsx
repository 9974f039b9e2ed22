import { useRef } from 'react'
import type { MenuEntry } from '../../../contract/entities.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { EntryLink, type Marks, marksOf } from './MenuLinks.tsx'
import { useFramePanel } from './useFramePanel.ts'

/** A menu with more folds on a small laptop, too, so that nothing is cramped. */
const maxEntries = 5

interface Group {
  entry: MenuEntry
  /** What lies in its panel. */
  under: MenuEntry[]
}

function groupsOf(entries: readonly MenuEntry[]): Group[] {
  const groups: Group[] = []
  for (const entry of entries) {
    const last = lastOf(groups)
    if (entry.under && last) last.under.push(entry)
    else groups.push({ entry, under: [] })
  }
  return groups
}

/** The menu of desktops; beside an entry a panel has what belongs to it. */
export function HeaderMenu({ facts, address }: { facts: FrameFacts; address: string }) {
  const entries = facts.menus.filter(({ desktop }) => desktop)
  const groups = groupsOf(entries)
  const marks = marksOf(entries, address)
  return (
    <nav className={groups.length > maxEntries ? 'menu long' : 'menu'} aria-label="主导航">
      {groups.map(({ entry, under }, index) => {
        if (under.length === 0) return <EntryLink entry={entry} phone={false} mark={marks(entry)} key={index} />
        return (
          <div className="menu-entry" key={index}>
            <EntryLink entry={entry} phone={false} mark={marks(entry) ?? (under.some(marks) ? 'true' : undefined)} />
            <MenuPanel name={entry.name} entries={under} marks={marks} />
          </div>
        )
      })}
    </nav>
  )
}

interface PanelProps {
  name: string
  entries: readonly MenuEntry[]
  marks: Marks
}

/** A `details` opens without a script as well. */
function MenuPanel({ name, entries, marks }: PanelProps) {
  const panel = useRef<HTMLDetailsElement>(null)
  useFramePanel(`menu-${name}`, panel)
  return (
    <details className="menu-panel" ref={panel}>
      <summary className="center" aria-label={`${name}的更多页面`}>
        <Icon name="chevron-down" />
      </summary>
      <div>
        {entries.map((entry, index) => (
          <EntryLink entry={entry} phone={false} mark={marks(entry)} key={index} />
        ))}
      </div>
    </details>
  )
}
