import { Icon } from '../../../ui/Icon.tsx'
import { PlainPicture } from '../../../ui/PlainPicture.tsx'
import { phonesId } from '../../frame/PhoneDrawer.tsx'
import type { FrameFacts } from '../../route.ts'

/** Stands beside a product, for questions about it. */
export function FloatingContact({ facts: { hotline, officialAccount, wecomService } }: { facts: FrameFacts }) {
  return (
    <aside className="floating card unprinted" aria-label="联系方式">
      <button type="button" popoverTarget={phonesId}>
        <Icon name="headset" />
        <span>{hotline}</span>
      </button>
      {wecomService && (
        <a href={wecomService} target="_blank" rel="noopener noreferrer">
          <Icon name="chat" />
          <span>微信客服</span>
        </a>
      )}
      {officialAccount.image !== '' && (
        <div className="floating-qr">
          {/* For keys and fingers; a mouse shows it by hovering. */}
          <details>
            <summary>
              <Icon name="qr" />
              <span>公众号</span>
            </summary>
          </details>
          <PlainPicture
            src={officialAccount.image}
            alt={officialAccount.name}
            width="132"
            height="132"
            loading="lazy"
          />
        </div>
      )}
      <a href="#main">
        <Icon name="arrow-up" />
        <span>回到顶部</span>
      </a>
    </aside>
  )
}
