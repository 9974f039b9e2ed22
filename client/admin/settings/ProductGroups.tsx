import { Activity, type ComponentType, useEffect, useState } from 'react'
import { useSearch } from 'wouter/use-browser-location'
import { kinds } from '../../../contract/kinds.ts'
import { siteGroups } from '../../../contract/siteFields.ts'
import { loadUser, may } from '../session.ts'
import { Link } from '../ui/Link.tsx'
import type { ViewProps } from '../viewProps.ts'
import { GroupForm } from './GroupForm.tsx'
import { PreviewedForms } from './PreviewedForms.tsx'

const group = siteGroups.find(({ id }) => id === 'products')
const { screen } = kinds.product

/** The list of products, or in its place their groups, `?groups=1`. Each keeps what was typed while the other is shown. */
export function withGroups(List: ComponentType<ViewProps>): ComponentType<ViewProps> {
  return ({ active }) => {
    const requested = new URLSearchParams(useSearch()).has('groups') && may('site:update')
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
            <p>
              <Link className="link" href={screen}>
                返回产品列表
              </Link>
            </p>
            {/* The user has their names. */}
            {group && opened && (
              <PreviewedForms group={group} has={(id) => id === group.id}>
                <GroupForm group={group} screen={screen} onSaved={() => void loadUser().catch(() => {})} />
              </PreviewedForms>
            )}
          </div>
        </Activity>
      </>
    )
  }
}
