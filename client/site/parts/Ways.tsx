import type { ReactNode } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import type { IconName } from '../../ui/icons.ts'
import type { FrameFacts } from '../route.ts'

/** How to reach the company without a form. */
export const Ways = ({ frame: { hotline, hoursText, mailbox, address } }: { frame: FrameFacts }) => (
  <dl className="ways stack">
    <Way icon="phone" name="商务电话">
      <a href={`tel:${hotline}`}>{hotline}</a>
      <span className="muted small">{hoursText}</span>
    </Way>
    <Way icon="mail" name="公司邮箱">
      <a href={`mailto:${mailbox}`}>{mailbox}</a>
    </Way>
    <Way icon="pin" name="公司地址">
      {address}
    </Way>
  </dl>
)

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
