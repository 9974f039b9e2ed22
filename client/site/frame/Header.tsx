import { type ToggleEvent, useContext, useRef } from 'react'
import { assetAddress } from '../../../contract/assetAddress.ts'
import { logoWidth } from '../../../contract/logoWidth.ts'
import { quotePage } from '../../../contract/sitePages.ts'
import { AssetsContext } from '../../ui/assets.ts'
import { Icon } from '../../ui/Icon.tsx'
import { PlainPicture } from '../../ui/PlainPicture.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import { QuoteCount } from '../parts/QuoteCount.tsx'
import { SearchForm } from '../parts/SearchForm.tsx'
import { unmarked } from '../facts.ts'
import { menuName } from '../pushEntry.ts'
import { useQuoteRows } from '../quoteRows.ts'
import type { FrameFacts } from '../route.ts'
import { HeaderMenu } from './HeaderMenu.tsx'
import { EnglishLink, MenuLinks } from './MenuLinks.tsx'
import { useFramePanel } from './useFramePanel.ts'

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
  return (
    <header className="site-header unprinted">
      <div className="wrap row">
        <a className="brand row loose" href={phone ? '/mobile' : '/'}>
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
          {!named && <b className={unmarked(facts.siteName).length > 6 ? 'twoline' : undefined}>{facts.siteName}</b>}
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
            <EnglishLink facts={facts} />
          </nav>
        </details>
      </div>
    </header>
  )
}

/** Empty, it gives its place to the company's name where there is little. */
function HeaderQuote() {
  const rows = useQuoteRows()
  return (
    <a className={rows.length > 0 ? 'center header-quote' : 'center header-quote empty'} href={quotePage}>
      <Icon name="clipboard" />
      <span aria-hidden="true">询价单</span>
      <span role="status">
        <span className="visually-hidden">询价单</span>
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
