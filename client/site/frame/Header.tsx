import { type ToggleEvent, useContext, useRef } from 'react'
import { assetAddress } from '../../../contract/media/assetAddress.ts'
import { logoWidth } from '../../../contract/media/logoWidth.ts'
import { quotePage } from '../../../contract/site/sitePages.ts'
import { AssetsContext } from '../../ui/assets.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PlainPicture } from '../../ui/PlainPicture.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import { QuoteCount } from '../parts/QuoteCount.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import { unmarked } from '../facts.ts'
import { menuName } from '../pushEntry.ts'
import type { FrameFacts } from '../route.ts'
import { EnglishLink, MenuLinks, EntryLink, type Marks, marksOf } from './MenuLinks.tsx'
import { useFramePanel } from './useFramePanel.ts'
import type { MenuEntry } from '../../../contract/kinds/entities.ts'
import { lastOf } from '../../lib/lastOf.ts'

interface Props {
  facts: FrameFacts
  address: string
  /** Unknown in the HTML of pages that are the same for all devices: the width decides then which menu is visible. */
  phone: boolean | undefined
}

/** On a narrow screen the menu folds into a `details`, which opens without a script as well. */
export function Header({ facts, address, phone }: Props) {
  const folded = useRef<HTMLDetailsElement>(null)
  const opened = useFramePanel(menuName, folded)
  const links = (onPhone: boolean) => (
    <MenuLinks menu={onPhone ? 'phone' : 'desktop'} facts={facts} phone={onPhone} address={address} />
  )
  // The page with the form is there already.
  const asks = facts.inquiry.form && !address.startsWith('/zixun')
  const assetsUrl = useContext(AssetsContext)
  const { light, dark, named } = facts.logo
  const isLong = unmarked(facts.siteName).length > 6
  return (
    <header className="site-header unprinted">
      <div className="wrap row">
        <a className={isLong ? 'brand row loose long-name' : 'brand row loose'} href={phone ? '/mobile' : '/'}>
          <picture>
            <source srcSet={assetAddress(assetsUrl, dark)} media="(prefers-color-scheme: dark)" />
            <PlainPicture
              className={dark === light ? 'on-sheet' : undefined}
              src={light}
              alt={named ? facts.siteName : ''}
              width={logoWidth(light, 40)}
              height="40"
            />
          </picture>
          {!named && <b>{facts.siteName}</b>}
        </a>
        {!phone && <HeaderMenu facts={facts} address={address} />}
        <a className="hotline row nowrap" href={`tel:${facts.hotline}`}>
          <Icon name="phone" />
          <span>
            <small className="muted">服务热线</small>
            {facts.hotline}
          </span>
        </a>
        {!phone && <EnglishLink facts={facts} />}
        {!phone && <HeaderSearch />}
        {facts.inquiry.quoteList && <HeaderQuote />}
        {asks && (
          <InquiryLink className="button outline header-ask" asked={{}}>
            在线咨询
          </InquiryLink>
        )}
        <details ref={folded} className={phone ? 'folded always' : 'folded'}>
          <summary className="center" aria-label="菜单">
            <Icon name={opened ? 'close' : 'menu'} />
          </summary>
          <nav aria-label="菜单">
            {asks && (
              <InquiryLink className="button" asked={{}}>
                在线咨询
              </InquiryLink>
            )}
            <SearchForm />
            {links(phone !== false)}
            {facts.inquiry.quoteList && <a href={quotePage}>询价单</a>}
            <EnglishLink facts={facts} />
          </nav>
        </details>
      </div>
    </header>
  )
}

/** It has its place before there is something in it, so that nothing moves. */
function HeaderQuote() {
  return (
    <a className="center header-quote" href={quotePage}>
      <Icon name="clipboard" />
      <span aria-hidden="true">询价单</span>
      <span className="visually-hidden">询价单</span>
      <span role="status">
        <QuoteCount />
      </span>
    </a>
  )
}

/** A `details` opens without a script as well. */
function HeaderSearch() {
  const panel = useRef<HTMLDetailsElement>(null)
  const opened = useFramePanel('search', panel)
  return (
    <details className="search" ref={panel} onToggle={focusInput}>
      <summary className="center" aria-label="搜索">
        <Icon name={opened ? 'close' : 'search'} />
      </summary>
      <div className="search-panel">
        <SearchForm />
      </div>
    </details>
  )
}

function focusInput({ currentTarget }: ToggleEvent<HTMLDetailsElement>): void {
  if (currentTarget.open) currentTarget.querySelector('input')?.focus()
}

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
function HeaderMenu({ facts, address }: { facts: FrameFacts; address: string }) {
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
