import { useEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { standInForPopover } from './standInForPopover.ts'
import { useFramePanel } from './useFramePanel.ts'

/** The button that floats over every page, and the drawer that it opens. A popover works before, and without, any script. */
export function PhoneDrawer({ phones }: { phones: readonly string[] }) {
  const drawer = useRef<HTMLDivElement>(null)
  useEffect(() => (drawer.current ? standInForPopover(drawer.current) : undefined), [])
  useFramePanel('phones', drawer)
  return (
    <>
      <button className="phone-button center unprinted" type="button" popoverTarget="phones" aria-label="电话联系">
        <Icon name="phone" />
      </button>
      <div id="phones" ref={drawer} className="phone-drawer unprinted" popover="auto" role="dialog" aria-label="拨打电话">
        {phones.map((number) => (
          <a className="row" key={number} href={`tel:${number}`}>
            <Icon name="phone" />
            {number}
          </a>
        ))}
        <button type="button" popoverTarget="phones" popoverTargetAction="hide" aria-label="关闭">
          <Icon name="close" />
        </button>
      </div>
    </>
  )
}
