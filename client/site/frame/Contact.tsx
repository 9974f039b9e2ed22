import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import { SectionHead } from '../../ui/SectionHead.tsx'
import type { FrameFacts } from '../route.ts'

/** How to find and reach the company, above the footer of the pages whose route has the flag. */
export function Contact({ facts: { hotline, mailbox, address, map, contactTitle }, phone }: { facts: FrameFacts; phone: boolean }) {
  const query = new URLSearchParams({
    lng: String(map.lng), lat: String(map.lat), zoom: phone ? '15' : '20', wheel: phone ? '1' : '0', title: map.title, embedded: '1',
  })
  return (
    <section className="contact" aria-label={contactTitle}>
      <div className="wrap">
        <SectionHead name={contactTitle} />
        <div className="contact-parts columns">
          <dl className="stack">
            <Way icon="phone" name="商务电话">
              <a href={`tel:${hotline}`}>{hotline}</a>
            </Way>
            <Way icon="mail" name="公司邮箱">
              <a href={`mailto:${mailbox}`}>{mailbox}</a>
            </Way>
            <Way icon="pin" name="公司地址">
              {address}
            </Way>
          </dl>
          <iframe className="card unprinted" src={`/map?${query}`} title={`地图：${map.title}`} loading="lazy" />
        </div>
      </div>
    </section>
  )
}

function Way({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="row muted">
        <Icon name={icon} />
        {name}
      </dt>
      <dd className="strong like-h3">{children}</dd>
    </div>
  )
}
