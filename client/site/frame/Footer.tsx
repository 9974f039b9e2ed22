import { logoWidth } from '../../../contract/media/logoWidth.ts'
import { PlainPicture } from '../../ui/PlainPicture.tsx'
import type { FrameFacts, SitePage } from '../route.ts'
import { EnglishLink, MenuLinks } from './MenuLinks.tsx'

/** Where the registration number of a Chinese website can be looked up. */
const icpRegistry = 'https://beian.miit.gov.cn/'
/** Where the registration with the police can be looked up, by the digits of its number. */
const policeRegistry = 'https://beian.mps.gov.cn/#/query/webSearch?code='

interface Props {
  facts: FrameFacts
  route: Pick<SitePage['route'], 'floatingContact' | 'callBar'>
  phone: boolean
  url: string
}

/** On paper only whose page it is, how to reach them, and its address. */
export function Footer({ facts, route, phone, url }: Props) {
  const { light, dark, named } = facts.logo
  // One code on a page: where there is room for it, the panel of a product has it, and on a phone the bar unless it has a chat.
  const besidePanel = route.floatingContact ? ' beside-panel' : ''
  const isInBar = route.callBar && !facts.wecomService
  return (
    <footer className="site-footer small">
      <div className="wrap">
        <div className="footer-brand">
          <PlainPicture
            className={dark === light ? 'unprinted on-sheet' : 'unprinted'}
            src={dark}
            alt={named ? facts.siteName : ''}
            width={logoWidth(dark, 44)}
            height="44"
            loading="lazy"
          />
          <b className={named ? 'printed' : undefined}>{facts.companyName}</b>
          <p className="unprinted">{facts.slogan}</p>
        </div>
        <nav className="unprinted" aria-label="页脚导航">
          <MenuLinks menu="footer" facts={facts} phone={phone} />
        </nav>
        <address>
          <a href={`tel:${facts.hotline}`}>{facts.hotline}</a>
          <span>{facts.hoursText}</span>
          <a href={`mailto:${facts.mailbox}`}>{facts.mailbox}</a>
          <span>{facts.address}</span>
        </address>
        {facts.officialAccount.image !== '' && !isInBar && (
          <figure className={`footer-qr stack unprinted${besidePanel}`}>
            <PlainPicture src={facts.officialAccount.image} alt="" width="112" height="112" loading="lazy" />
            <figcaption>{facts.officialAccount.name}</figcaption>
          </figure>
        )}
        {/* The server may know itself by another name than the visitor does. */}
        <p className="printed" suppressHydrationWarning>
          {url}
        </p>
      </div>
      <p className="wrap row wraps footer-legal unprinted">
        <span>© {facts.companyName}</span>
        {facts.icp && (
          <a href={icpRegistry} target="_blank" rel="noopener noreferrer">
            {facts.icp}
          </a>
        )}
        {facts.police && (
          <a href={policeRegistry + facts.police.replace(/\D/g, '')} target="_blank" rel="noopener noreferrer">
            <PlainPicture src="/media/police.svg" alt="" width="18" height="20" loading="lazy" />
            {facts.police}
          </a>
        )}
        {facts.creditCode && <span>{`统一社会信用代码：${facts.creditCode}`}</span>}
        {facts.licence && (
          <a href={facts.licence} target="_blank" rel="noopener noreferrer">
            营业执照
          </a>
        )}
        {facts.support && <span>{facts.support}</span>}
        <EnglishLink facts={facts} />
      </p>
    </footer>
  )
}
