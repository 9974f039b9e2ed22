import { useSignals } from '@preact/signals-react/runtime'
import { Activity, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { adminScreens, movedSettings, settingsGroupPath } from '../../../contract/calls/adminPaths.ts'
import type { SiteFields } from '../../../contract/site/siteFieldKinds.ts'
import { groupOfPath } from '../../../contract/kinds/fieldPaths.ts'
import { type SiteGroup, siteGroups } from '../../../contract/site/siteFields.ts'
import { channelsNote, siteGroupHeadings, siteGroupNotes } from '../../../contract/site/siteGroupTitles.ts'
import { navigate } from '../ui/navigation.ts'
import { ChannelGroup } from './ChannelGroup.tsx'
import { PlatformGroup } from './PlatformGroup.tsx'
import { RedirectGroup } from './RedirectGroup.tsx'
import { isGroupClosed, loadUser, may, mayOpenGroup, user } from '../session/session.ts'
import { laterIn, type ViewProps } from '../ui/later.tsx'
import { Link } from '../ui/buttons.tsx'
import { GroupForm } from './GroupForm.tsx'
import { PreviewedForms } from './PreviewedForms.tsx'

const ownFields = (fields: SiteFields): SiteFields =>
  Object.fromEntries(Object.entries(fields).filter(([, { permission }]) => !permission || may(permission)))
/** The group with the fields that the person may change. */
const ownPart = ({ fields, ...group }: SiteGroup): SiteGroup => ({ ...group, fields: ownFields(fields) })
/** The groups that the person may see under their headings; one without a form is drawn by itself. */
const ownHeadings = () =>
  Object.entries(siteGroupHeadings)
    .map(([heading, titles]) => ({
      heading,
      entries: Object.entries(titles)
        .filter(([id]) => mayOpenGroup(id))
        .map(([id, title]) => {
          const group = siteGroups.find((group) => group.id === id)
          return { id, title, group: group && ownPart(group) }
        }),
    }))
    .filter(({ entries }) => entries.length > 0)
/** Few need it, and it is large. */
const MoveGroup = laterIn(() => import('../import/imports.ts'), 'MoveGroup')
/** The groups that have no form. */
const ownScreens: Readonly<Record<string, ReactNode>> = {
  redirects: <RedirectGroup />,
  moving: <MoveGroup />,
}
type Headings = ReturnType<typeof ownHeadings>
type MenuEntry = Headings[number]['entries'][number]

/** 网站设置: the site record in groups, each saved by itself, and others. A group that was opened keeps what was typed. */
export function SettingsScreen({ active }: ViewProps) {
  useSignals()
  const query = new URLSearchParams(useSearch())
  const headings = useMemo(ownHeadings, [user.value?.auth])
  const menu = headings.flatMap(({ entries }) => entries)
  const requested = query.get('group') ?? ''
  const [shownGroup, setShownGroup] = useState(menu[0]?.id ?? '')
  const [opened, setOpened] = useState<readonly string[]>([])
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())

  const moved = movedSettings(requested, query.get('field') ?? '', groupOfPath)
  useEffect(() => {
    if (active && moved) navigate(moved, { replace: true })
  }, [active, moved])

  // The address is that of the active screen.
  const current = active ? (menu.find(({ id }) => id === requested)?.id ?? shownGroup) : shownGroup
  useEffect(() => {
    setShownGroup(current)
    setOpened((before) => (before.includes(current) ? before : [...before, current]))
  }, [current])
  const box = useTopOf(current)
  const shown = menu.find(({ id }) => id === current)?.group
  const inMenu = headings.map(({ heading, entries }) => ({
    heading,
    entries: entries.filter(({ id }) => id === current || !isGroupClosed(id)),
  }))

  const off = menu.filter(({ id }) => isGroupClosed(id))
  const markUnsaved = (group: string) => (dirty: boolean) =>
    setUnsaved((before) => {
      const others = [...before].filter((each) => each !== group)
      return new Set(dirty ? [...others, group] : others)
    })
  return (
    <div className="settings stack" ref={box}>
      <GroupMenu headings={inMenu} {...{ current, unsaved }} />
      <PreviewedForms group={shown} has={(path) => menu.some(({ id }) => id === groupOfPath(path)?.id)}>
        {menu
          .filter(({ id }) => opened.includes(id))
          .map(({ id, group }) => (
            <Activity key={id} mode={id === current ? 'visible' : 'hidden'}>
              {group ? (
                <GroupForm
                  group={group}
                  screen={adminScreens.settings}
                  onSaved={loadWhatIsOn}
                  onDirty={markUnsaved(id)}
                  after={groupsAfter(id)}
                >
                  {id === 'shape' && off.length > 0 && <ClosedGroups titles={off.map(({ title }) => title)} />}
                </GroupForm>
              ) : (
                ownScreens[id]
              )}
            </Activity>
          ))}
      </PreviewedForms>
    </div>
  )
}

/** What is saved by itself. */
function groupsAfter(id: string): ReactNode {
  if (id === 'inquiry' && may('channel:update')) return <ChannelGroup />
  if (id !== 'search') return undefined
  return (
    <>
      <PlatformGroup kind="push" />
      <PlatformGroup kind="wechat" />
    </>
  )
}

/** The settings of what a list has, beside it. */
export const OneGroup = ({ group, screen }: { group: SiteGroup; screen: string }) => (
  <PreviewedForms group={group} has={(path) => groupOfPath(path) === group}>
    <GroupForm group={group} screen={screen} onSaved={loadWhatIsOn} />
  </PreviewedForms>
)

/** The user has the names of the product groups, and what is closed. */
const loadWhatIsOn = (): void => void loadUser().catch(() => {})

/** A group opens at its top; its field comes into sight after that. */
function useTopOf(group: string): RefObject<HTMLDivElement | null> {
  const box = useRef<HTMLDivElement>(null)
  const before = useRef(group)
  useEffect(() => {
    if (before.current !== group) box.current?.closest('.view')?.scrollTo({ top: 0, behavior: 'instant' })
    before.current = group
  }, [group])
  return box
}

const ClosedGroups = ({ titles }: { titles: readonly string[] }) => (
  <p className="muted">{`“${titles.join('”“')}”已关闭，在上面打开并保存以后，左边的菜单里才有它。`}</p>
)

function GroupNote({ id }: { id: string }) {
  const note = siteGroupNotes[id]
  if (note === undefined) return null
  const hasChannels = id === 'inquiry' && may('channel:update')
  return (
    <small className="group-note tiny muted" aria-hidden="true">
      {hasChannels ? `${note}、${channelsNote}` : note}
    </small>
  )
}

interface GroupMenuProps {
  headings: Headings
  current: string
  unsaved: ReadonlySet<string>
}

/** The groups under their headings, with what is unsaved. */
function GroupMenu({ headings, current, unsaved }: GroupMenuProps) {
  const labelOf = ({ id, title }: MenuEntry): string => title + (unsaved.has(id) ? '（未保存）' : '')
  return (
    <nav aria-label="设置分组">
      <select
        className="input tablet-only"
        aria-label="设置分组"
        value={current}
        onChange={(event) => navigate(settingsGroupPath(event.target.value))}
      >
        {headings.map(({ heading, entries }) => (
          <optgroup key={heading} label={heading}>
            {entries.map((entry) => (
              <option key={entry.id} value={entry.id}>
                {labelOf(entry)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {headings.map(({ heading, entries }) => (
        <section key={heading} className="tablet-hidden">
          <h2 className="small muted">{heading}</h2>
          <ul>
            {entries.map((entry) => (
              <li key={entry.id}>
                <Link
                  className="split"
                  href={settingsGroupPath(entry.id)}
                  aria-current={entry.id === current ? 'page' : undefined}
                >
                  <span>
                    {entry.title}
                    <GroupNote id={entry.id} />
                  </span>
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
