import type { FrameFacts } from '../route.ts'
import { MenuLinks } from './MenuLinks.tsx'

/** Where the registration number of a Chinese website can be looked up. */
const icpRegistry = 'https://beian.miit.gov.cn/'
/** Where the registration with the police can be looked up, by the digits of its number. */
const policeRegistry = 'https://beian.mps.gov.cn/#/query/webSearch?code='

export function Footer({ facts, phone }: { facts: FrameFacts; phone: boolean }) {
  return (
    <footer className="site-footer small unprinted">
      <div className="wrap">
        <div className="footer-brand">
          <img src={facts.logo.dark} alt="" width="44" height="44" loading="lazy" />
          <b>{facts.companyName}</b>
          <p>{facts.slogan}</p>
        </div>
        <nav aria-label="页脚导航">
          <MenuLinks menu="footer" facts={facts} phone={phone} />
        </nav>
        <address>
          <a href={`tel:${facts.hotline}`}>{facts.hotline}</a>
          <a href={`mailto:${facts.mailbox}`}>{facts.mailbox}</a>
          <span>{facts.address}</span>
        </address>
        <figure className="footer-qr stack">
          <img src={facts.officialAccount.image} alt="" width="112" height="112" loading="lazy" />
          <figcaption>{facts.officialAccount.name}</figcaption>
        </figure>
      </div>
      <p className="wrap row wraps footer-legal">
        <span>
          © {facts.companyName}
        </span>
        {facts.icp && (
          <a href={icpRegistry} target="_blank" rel="noopener noreferrer">
            {facts.icp}
          </a>
        )}
        {facts.police && (
          <a href={policeRegistry + facts.police.replace(/\D/g, '')} target="_blank" rel="noopener noreferrer">
            <img src="/media/police.svg" alt="" width="18" height="20" loading="lazy" />
            {facts.police}
          </a>
        )}
        {facts.support && <span>{facts.support}</span>}
      </p>
    </footer>
  )
}
