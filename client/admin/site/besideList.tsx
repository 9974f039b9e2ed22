import { Activity, type ComponentType, useEffect, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { settingsGroupPath } from '../../../contract/calls/adminPaths.ts'
import { siteGroups } from '../../../contract/site/siteFields.ts'
import { may } from '../session/session.ts'
import { laterIn, type ViewProps } from '../ui/later.tsx'
import { Link } from '../ui/buttons.tsx'

interface Beside {
  /** The id of the group of settings. */
  id: string
  /** What its tab is called. */
  tab: string
}

const OneGroup = laterIn(() => import('./SettingsScreen.tsx'), 'OneGroup')

/** A list, or in its place the settings of what it lists, as the address says. Each keeps what was typed while the other is shown. */
export function withGroup(List: ComponentType<ViewProps>, { id, tab }: Beside): ComponentType<ViewProps> {
  const group = siteGroups.find((group) => group.id === id)
  const [screen = '', wanted = ''] = settingsGroupPath(id).split(/[?=]/)
  return ({ active }) => {
    const requested = new URLSearchParams(useSearch()).has(wanted) && may('site:update')
    const [shown, setShown] = useState(requested)
    const [opened, setOpened] = useState(false)
    // The address is that of the active screen.
    useEffect(() => {
      if (!active) return
      setShown(requested)
      if (requested) setOpened(true)
    }, [active, requested])
    return (
      <>
        <Activity mode={shown ? 'hidden' : 'visible'}>
          <List active={active && !shown} />
        </Activity>
        <Activity mode={shown ? 'visible' : 'hidden'}>
          <div className="stack loose">
            <nav className="list-tabs row tight" aria-label="列表与设置">
              <Link href={screen}>列表</Link>
              <Link href={settingsGroupPath(id)} aria-current="page">
                {tab}
              </Link>
            </nav>
            {group && opened && <OneGroup {...{ group, screen }} />}
          </div>
        </Activity>
      </>
    )
  }
}

/** The tab that leads there from the list. */
export const GroupTab = ({ id, tab }: Beside) => may('site:update') && <Link href={settingsGroupPath(id)}>{tab}</Link>
