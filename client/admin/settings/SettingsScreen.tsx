import { useSignals } from '@preact/signals-react/runtime'
import { Activity, type ReactNode, useEffect, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { settingsGroupPath } from '../../../contract/adminPaths.ts'
import { siteGroups } from '../../../contract/siteFields.ts'
import { siteGroupHeadings } from '../../../contract/siteGroupTitles.ts'
import { ChannelGroup } from '../channels/ChannelGroup.tsx'
import { PushGroup } from '../push/PushGroup.tsx'
import { loadUser, mayOpenGroup } from '../session.ts'
import { Link } from '../ui/Link.tsx'
import type { ViewProps } from '../viewProps.ts'
import { GroupForm } from './GroupForm.tsx'

/** `--desktop` of the styles: from this width on the preview is beside the form. */
const wideScreen = matchMedia('(min-width: 80rem)')

const headings = Object.entries(siteGroupHeadings).map(([heading, titles]) => ({
  heading,
  entries: Object.entries(titles).map(([id, title]) => ({ id, title, group: siteGroups.find((group) => group.id === id) })),
}))
type MenuEntry = (typeof headings)[number]['entries'][number]
/** Those that the person may see. */
const shownHeadings = (): typeof headings =>
  headings.map(({ heading, entries }) => ({ heading, entries: entries.filter(({ id }) => mayOpenGroup(id)) }))
    .filter(({ entries }) => entries.length > 0)
/** Those that are no part of the site record. */
const ownGroups: Readonly<Record<string, ReactNode>> = { channels: <ChannelGroup />, push: <PushGroup /> }

/** 网站设置: the site record in groups, each saved by itself, and others. A group that was opened keeps what was typed. */
export function SettingsScreen({ active }: ViewProps) {
  useSignals()
  const search = useSearch()
  const shownGroups = shownHeadings()
  const menu = shownGroups.flatMap(({ entries }) => entries)
  const requested = new URLSearchParams(search).get('group')
  const [shown, setShown] = useState(menu[0]?.id ?? '')
  const [opened, setOpened] = useState<readonly string[]>([])
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const wide = useWide()

  // The address is that of the active screen.
  const current = active ? (menu.find(({ id }) => id === requested)?.id ?? shown) : shown
  useEffect(() => {
    setShown(current)
    setOpened((before) => (before.includes(current) ? before : [...before, current]))
  }, [current])

  // The user has the names of the product groups.
  const onSaved = (): void => void loadUser().catch(() => {})
  const markUnsaved = (group: string) => (dirty: boolean) =>
    setUnsaved((before) => {
      const others = [...before].filter((each) => each !== group)
      return new Set(dirty ? [...others, group] : others)
    })
  return (
    <div className="settings stack">
      <GroupMenu headings={shownGroups} {...{ current, unsaved }} />
      {menu
        .filter(({ id }) => opened.includes(id))
        .map(({ id, group }) => (
          <Activity key={id} mode={id === current ? 'visible' : 'hidden'}>
            {group
              ? <GroupForm group={group} wide={wide} onSaved={onSaved} onDirty={markUnsaved(id)} />
              : ownGroups[id]}
          </Activity>
        ))}
    </div>
  )
}

interface GroupMenuProps {
  headings: typeof headings
  current: string
  unsaved: ReadonlySet<string>
}

/** The groups under their headings, with what is unsaved. */
function GroupMenu({ headings, current, unsaved }: GroupMenuProps) {
  const labelOf = ({ id, title }: MenuEntry): string => title + (unsaved.has(id) ? '（未保存）' : '')
  return (
    <nav aria-label="设置分组">
      <select
        className="input tablet-only" aria-label="设置分组" value={current}
        onChange={(event) => navigate(settingsGroupPath(event.target.value))}
      >
        {headings.map(({ heading, entries }) => (
          <optgroup key={heading} label={heading}>
            {entries.map((entry) => <option key={entry.id} value={entry.id}>{labelOf(entry)}</option>)}
          </optgroup>
        ))}
      </select>
      {headings.map(({ heading, entries }) => (
        <section key={heading} className="tablet-hidden">
          <h2 className="small muted">{heading}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <Link className="split" href={settingsGroupPath(entry.id)} aria-current={entry.id === current ? 'page' : undefined}>
                  {entry.title}
                  {unsaved.has(entry.id) && <small className="tiny unsaved">未保存</small>}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function useWide(): boolean {
  const [wide, setWide] = useState(wideScreen.matches)
  useEffect(() => {
    const update = (): void => setWide(wideScreen.matches)
    wideScreen.addEventListener('change', update)
    return () => wideScreen.removeEventListener('change', update)
  }, [])
  return wide
}
