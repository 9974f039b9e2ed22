import { Icon } from '../../ui/Icon.tsx'
import { SectionHead } from '../../ui/SectionHead.tsx'
import type { FrameFacts } from '../route.ts'

/** How to find and reach the company, above the footer of the pages whose route has the flag. */
export function Contact({ facts: { hotline, mailbox, address, map, contactTitle }, phone }: { facts: FrameFacts; phone: boolean }) {
  const query = new URLSearchParams({ lng: String(map.lng), lat: String(map.lat), zoom: phone ? '15' : '20', wheel: phone ? '1' : '0', title: map.title })
  return (
    <section className="contact" aria-label={contactTitle}>
      <div className="wrap">
        <SectionHead name={contactTitle} />
        <div className="contact-parts">
          <dl>
            <div>
              <dt>
                <Icon name="phone" />
                商务电话
              </dt>
              <dd>
                <a href={`tel:${hotline}`}>{hotline}</a>
              </dd>
            </div>
            <div>
              <dt>
                <Icon name="mail" />
                公司邮箱
              </dt>
              <dd>
                <a href={`mailto:${mailbox}`}>{mailbox}</a>
              </dd>
            </div>
            <div>
              <dt>
                <Icon name="pin" />
                公司地址
              </dt>
              <dd>{address}</dd>
            </div>
          </dl>
          <iframe src={`/map?${query}`} title={`地图：${map.title}`} loading="lazy" />
        </div>
      </div>
    </section>
  )
}
