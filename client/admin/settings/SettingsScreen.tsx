import { useSignals } from '@preact/signals-react/runtime'
import { Activity, type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { navigate, useSearch } from 'wouter/use-browser-location'
import {
  adminScreens,
  movedGroups,
  productGroupsPath,
  settingsFieldPath,
  settingsGroupPath,
} from '../../../contract/adminPaths.ts'
import type { CarouselPhoto, Site } from '../../../contract/entities.ts'
import { kinds, recordPath } from '../../../contract/kinds.ts'
import type { SiteFields } from '../../../contract/siteFieldKinds.ts'
import { type SiteGroup, siteGroups } from '../../../contract/siteFields.ts'
import { siteGroupHeadings } from '../../../contract/siteGroupTitles.ts'
import { api } from '../api.ts'
import { ChannelGroup } from '../site/ChannelGroup.tsx'
import { PushGroup } from '../site/PushGroup.tsx'
import { RedirectGroup } from '../site/RedirectGroup.tsx'
import { loadUser, may, mayOpenGroup, user } from '../session.ts'
import { Link } from '../ui/Link.tsx'
import type { ViewProps } from '../viewProps.ts'
import { GroupForm } from './GroupForm.tsx'
import { PreviewedForms } from './PreviewedForms.tsx'
import { mapFields } from '../described/settingsForm.ts'

const ownFields = (fields: SiteFields): SiteFields =>
  Object.fromEntries(Object.entries(fields).filter(([, { permission }]) => !permission || may(permission)))
/** The group with the fields that the person may change. */
const ownPart = ({ fields, parts, ...group }: SiteGroup): SiteGroup => ({
  ...group,
  fields: ownFields(fields),
  parts: mapFields(parts, (_title, each) => ownFields(each)),
})
/** The groups that the person may see under their headings; one without a form is drawn by itself. */
const ownHeadings = () =>
  Object.entries(siteGroupHeadings)
    .map(([heading, titles]) => ({
      heading,
      entries: Object.entries(titles)
        .filter(([id]) => mayOpenGroup(id))
        .map(([id, title]) => {
          const group = siteGroups.find((each) => each.id === id)
          return { id, title, group: group && ownPart(group) }
        }),
    }))
    .filter(({ entries }) => entries.length > 0)
/** The groups that have no form. */
const ownScreens: Readonly<Record<string, ReactNode>> = { productPage: <ProductPage />, redirects: <RedirectGroup /> }
type Headings = ReturnType<typeof ownHeadings>
type MenuEntry = Headings[number]['entries'][number]

/** Groups of what may be off, and whether anything of theirs is on. */
const shownWhile: Readonly<Record<string, (site: Site) => boolean>> = {
  support: (site) => hasSection(site, 'support') || hasSection(site, 'showroom'),
  scenarios: (site) => site.pagesOn.scenarios || hasSection(site, 'scenarios'),
  agent: (site) => site.pagesOn.agent,
}
const hasSection = ({ homeSections, phoneSections }: Site, section: string): boolean =>
  [...homeSections, ...phoneSections].some(({ name, on }) => on && name === section)

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
  const { off, loadOff } = useGroupsOff()

  const [movedTo, field] = movedGroups[requested] ?? []
  const moved =
    requested === 'products'
      ? productGroupsPath + (query.has('field') ? `&field=${query.get('field')}` : '')
      : movedTo && settingsFieldPath(movedTo, query.get('field') ?? field ?? '')
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
    entries: entries.filter(({ id }) => id === current || !off.includes(id)),
  }))

  const onSaved = (): void => {
    loadOff()
    // The user has the names of the product groups.
    void loadUser().catch(() => {})
  }
  const markUnsaved = (group: string) => (dirty: boolean) =>
    setUnsaved((before) => {
      const others = [...before].filter((each) => each !== group)
      return new Set(dirty ? [...others, group] : others)
    })
  return (
    <div className="settings stack" ref={box}>
      <GroupMenu headings={inMenu} {...{ current, unsaved }} />
      <PreviewedForms group={shown} has={(id) => menu.some((each) => each.id === id)}>
        {menu
          .filter(({ id }) => opened.includes(id))
          .map(({ id, group }) => (
            <Activity key={id} mode={id === current ? 'visible' : 'hidden'}>
              {group ? (
                <GroupForm
                  group={group}
                  screen={adminScreens.settings}
                  onSaved={onSaved}
                  onDirty={markUnsaved(id)}
                  after={
                    id === 'inquiry' && may('channel:update') ? <ChannelGroup /> : id === 'search' && <PushGroup />
                  }
                >
                  {id === 'shape' && off.length > 0 && (
                    <ClosedGroups titles={menu.flatMap((each) => (off.includes(each.id) ? each.title : []))} />
                  )}
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

/** The groups of what is off. Without an answer, all are shown. */
function useGroupsOff() {
  const [off, setOff] = useState<readonly string[]>([])
  const loadOff = (): void =>
    void api('siteDetail', {}).then(
      (site) => setOff(Object.keys(shownWhile).filter((id) => !shownWhile[id]?.(site))),
      () => {},
    )
  useEffect(loadOff, [])
  return { off, loadOff }
}

const ClosedGroups = ({ titles }: { titles: readonly string[] }) => (
  <p className="muted">{`“${titles.join('”“')}”已关闭，在上面打开并保存以后，左边的菜单里才有它。`}</p>
)

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

/** 产品中心: the slides at its top, and where its groups are. */
function ProductPage() {
  const [photos, setPhotos] = useState<readonly CarouselPhoto[]>([])
  // Inside an Activity this runs each time that the group is shown.
  useEffect(() => void api('carouselAll', {}).then(setPhotos, () => {}), [])
  return (
    <section className="settings-form stack loose" aria-label="产品中心" tabIndex={-1}>
      <h2 className="visually-hidden">产品中心</h2>
      <h3>轮播图</h3>
      <p className="muted">显示在产品中心顶部；没有轮播图时，显示“横幅”里的图片。</p>
      <ul className="settings-photos tiles">
        {photos.map(({ photoId, photoTitle, photoUrl }) => (
          <li key={photoId}>
            <Link className="stack tight" href={recordPath('carousel', photoId)}>
              <img src={photoUrl} alt="" loading="lazy" />
              <span className="clamped">{photoTitle || '（未命名）'}</span>
            </Link>
          </li>
        ))}
      </ul>
      {may('record:edit') && (
        <div className="row wraps">
          <Link className="button" href={`${kinds.carousel.screen}?add=1`}>
            上传图片
          </Link>
          <Link className="button" href={kinds.carousel.screen}>
            管理轮播图
          </Link>
        </div>
      )}
      <h3>产品分类</h3>
      <p className="muted">
        分类的名称、介绍和顺序，在
        <Link className="inline-link" href={productGroupsPath}>
          产品管理的“分类”
        </Link>
        里设置。
      </p>
    </section>
  )
}
