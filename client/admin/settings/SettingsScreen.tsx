import { useSignals } from '@preact/signals-react/runtime'
import { Activity, type ReactNode, useEffect, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { settingsGroupPath } from '../../../contract/adminPaths.ts'
import type { SiteField } from '../../../contract/siteFieldKinds.ts'
import { siteFields, siteGroups } from '../../../contract/siteFields.ts'
import { siteGroupHeadings } from '../../../contract/siteGroupTitles.ts'
import { api } from '../api.ts'
import { ChannelGroup } from '../channels/ChannelGroup.tsx'
import { PushGroup } from '../push/PushGroup.tsx'
import { loadUser, may, mayOpenGroup } from '../session.ts'
import { Link } from '../ui/Link.tsx'
import type { ViewProps } from '../viewProps.ts'
import { ClearStarter } from './ClearStarter.tsx'
import { GroupForm } from './GroupForm.tsx'
import { starterCount } from './StarterMark.tsx'

/** `--desktop` of the styles: from this width on the preview is beside the form. */
const wideScreen = matchMedia('(min-width: 80rem)')

const headings = Object.entries(siteGroupHeadings).map(([heading, titles]) => ({
  heading,
  entries: Object.entries(titles).map(([id, title]) => ({ id, title, group: siteGroups.find((group) => group.id === id) })),
}))
/** The lists that may be empty. */
const emptiable = new Set(
  Object.entries<SiteField>(siteFields).flatMap(([name, field]) => (field.kind === 'list' && !field.min ? [name] : [])),
)
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
  const [starter, setStarter] = useState<ReadonlySet<string>>(new Set())
  const [clearable, setClearable] = useState(false)
  const wide = useWide()

  // The address is that of the active screen.
  const current = active ? (menu.find(({ id }) => id === requested)?.id ?? shown) : shown
  useEffect(() => {
    setShown(current)
    setOpened((before) => (before.includes(current) ? before : [...before, current]))
  }, [current])

  const loadStarter = (): void => {
    api('siteSetup', {}).then(
      ({ starterFields, starterRecords }) => {
        setStarter(new Set(starterFields))
        const lists = starterFields.filter((name) => emptiable.has(name))
        setClearable(lists.length > 0 || Object.values(starterRecords).some((ids) => ids.length > 0))
      },
      // Without an answer, no field is marked.
      () => {},
    )
  }
  useEffect(loadStarter, [])
  const onSaved = (): void => {
    loadStarter()
    // The user has the names of the product groups.
    void loadUser().catch(() => {})
  }
  const markUnsaved = (group: string) => (dirty: boolean) =>
    setUnsaved((before) => {
      const others = [...before].filter((each) => each !== group)
      return new Set(dirty ? [...others, group] : others)
    })
  return (
    <div className="settings stack">
      <GroupMenu headings={shownGroups} {...{ current, unsaved, starter }} />
      {menu
        .filter(({ id }) => opened.includes(id))
        .map(({ id, group }) => (
          <Activity key={id} mode={id === current ? 'visible' : 'hidden'}>
            {group
              ? <GroupForm group={group} starter={starter} wide={wide} onSaved={onSaved} onDirty={markUnsaved(id)}>
                {id === 'shape' && may('legal:update') && <ClearStarter left={clearable} onChanged={onSaved} />}
              </GroupForm>
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
  starter: ReadonlySet<string>
}

/** The groups under their headings, with what is unsaved, and how much is still starter content. */
function GroupMenu({ headings, current, unsaved, starter }: GroupMenuProps) {
  const labelOf = ({ id, title, group }: MenuEntry): string => {
    const left = starterCount(group, starter)
    return title + (left > 0 ? ` · ${left}` : '') + (unsaved.has(id) ? '（未保存）' : '')
  }
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
                  {unsaved.has(entry.id)
                    ? <small className="tiny unsaved">未保存</small>
                    : <StarterCount left={starterCount(entry.group, starter)} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

const StarterCount = ({ left }: { left: number }) =>
  left > 0 && (
    <small className="tiny digits" title={`还有${left}处是示例内容`}>
      <span aria-hidden="true">{`· ${left}`}</span>
      <span className="visually-hidden">{`（${left}处示例内容）`}</span>
    </small>
  )

function useWide(): boolean {
  const [wide, setWide] = useState(wideScreen.matches)
  useEffect(() => {
    const update = (): void => setWide(wideScreen.matches)
    wideScreen.addEventListener('change', update)
    return () => wideScreen.removeEventListener('change', update)
  }, [])
  return wide
}
