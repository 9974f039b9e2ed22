import { Icon } from '../../ui/Icon.tsx'
import type { FrameFacts } from '../route.ts'
import { Drawer } from './Drawer.tsx'

/** The id of the drawer with the telephone numbers, for the buttons that open it. */
export const phonesId = 'phones'

/** Floats over the page; where there is room for the panel of a product, that opens the same. */
export const PhoneButton = ({ besidePanel = false }) => (
  <button
    className={besidePanel ? 'phone-button beside-panel center unprinted' : 'phone-button center unprinted'}
    type="button"
    popoverTarget={phonesId}
    aria-label="电话联系"
  >
    <Icon name="phone" />
  </button>
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
