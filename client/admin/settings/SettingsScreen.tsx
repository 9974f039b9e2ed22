import { Activity, useEffect, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import { settingsGroupPath } from '../../../contract/adminPaths.ts'
import { siteGroups } from '../../../contract/siteFields.ts'
import { siteGroupTitles } from '../../../contract/siteGroupTitles.ts'
import { api } from '../api.ts'
import { ChannelGroup } from '../channels/ChannelGroup.tsx'
import { loadUser } from '../session.ts'
import { Link } from '../ui/Link.tsx'
import type { ViewProps } from '../viewProps.ts'
import { GroupForm } from './GroupForm.tsx'

/** `--desktop` of the styles: from this width on the preview is beside the form. */
const wideScreen = matchMedia('(min-width: 80rem)')

const menu = Object.entries(siteGroupTitles)
  .map(([id, title]) => ({ id, title, group: siteGroups.find((group) => group.id === id) }))

/** 网站设置: the site record in groups, each saved by itself, and the channels. A group that was opened keeps what was typed. */
export function SettingsScreen({ active }: ViewProps) {
  const search = useSearch()
  const requested = new URLSearchParams(search).get('group')
  const [shown, setShown] = useState(menu[0]?.id ?? '')
  const [opened, setOpened] = useState<readonly string[]>([])
  const [unsaved, setUnsaved] = useState<ReadonlySet<string>>(new Set())
  const [starter, setStarter] = useState<ReadonlySet<string>>(new Set())
  const wide = useWide()

  // The address is that of the active screen.
  const current = active ? (menu.find(({ id }) => id === requested)?.id ?? shown) : shown
  useEffect(() => {
    setShown(current)
    setOpened((before) => (before.includes(current) ? before : [...before, current]))
  }, [current])

  const loadStarter = (): void => {
    api('siteSetup', {}).then(
      ({ starterFields }) => setStarter(new Set(starterFields)),
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
      <nav aria-label="设置分组">
        <select
          className="input tablet-only" aria-label="设置分组" value={current}
          onChange={(event) => navigate(settingsGroupPath(event.target.value))}
        >
          {menu.map(({ id, title }) => (
            <option key={id} value={id}>
              {title + (unsaved.has(id) ? '（未保存）' : '')}
            </option>
          ))}
        </select>
        <ul className="stack tight tablet-hidden">
          {menu.map(({ id, title, group }) => (
            <li key={id}>
              <Link className="split" href={settingsGroupPath(id)} aria-current={id === current ? 'page' : undefined}>
                {title}
                {unsaved.has(id)
                  ? <small className="tiny unsaved">未保存</small>
                  : group && Object.keys(group.fields).every((name) => starter.has(name)) && <small className="tiny">示例</small>}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {menu
        .filter(({ id }) => opened.includes(id))
        .map(({ id, group }) => (
          <Activity key={id} mode={id === current ? 'visible' : 'hidden'}>
            {group
              ? <GroupForm group={group} starter={starter} wide={wide} onSaved={onSaved} onDirty={markUnsaved(id)} />
              : <ChannelGroup />}
          </Activity>
        ))}
    </div>
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
