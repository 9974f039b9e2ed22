import { Icon } from '../../ui/Icon.tsx'
import { InquiryLink } from '../parts/InquiryLink.tsx'
import type { FrameFacts } from '../route.ts'
import { Drawer } from './Drawer.tsx'

/** The id of the drawer with the telephone numbers, for the buttons that open it. */
export const phonesId = 'phones'

export const PhoneButton = () => (
  <button className="phone-button center unprinted" type="button" popoverTarget={phonesId} aria-label="电话联系">
    <Icon name="phone" />
    <span>电话联系</span>
  </button>
)

/** At the end of a small screen, where it lies on nothing that is read; on a large one the telephone alone, in the margin. */
export const CallBar = ({ asks, besidePanel = false }: { asks: boolean; besidePanel?: boolean | undefined }) => (
  <aside className={besidePanel ? 'call-bar beside-panel unprinted' : 'call-bar unprinted'} aria-label="马上联系">
    <PhoneButton />
    {asks && (
      <InquiryLink className="center" asked={{}}>
        <Icon name="chat" />
        在线咨询
      </InquiryLink>
    )}
  </aside>
)

export const PhoneDrawer = ({
  facts: { phones, wecomService },
}: {
  facts: Pick<FrameFacts, 'phones' | 'wecomService'>
}) => (
  <Drawer id={phonesId} label="拨打电话">
    {phones.map((number) => (
      <a className="row" key={number} href={`tel:${number}`}>
        <Icon name="phone" />
        {number}
      </a>
    ))}
    {wecomService && (
      <a className="row" href={wecomService} target="_blank" rel="noopener noreferrer">
        <Icon name="chat" />
        微信客服
      </a>
    )}
  </Drawer>
)
