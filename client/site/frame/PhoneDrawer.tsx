import { useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'

/** The button that floats over every page, and the drawer it opens. A popover: it works before, and without, any script. */
export function PhoneDrawer({ phones }: { phones: readonly string[] }) {
  const drawer = useRef<HTMLDivElement>(null)
  const turn = (): void => {
    // Older browsers have no popovers: a class stands in for it.
    if (drawer.current && !('popover' in drawer.current)) (drawer.current as HTMLElement).classList.toggle('open')
  }
  return (
    <>
      <button className="phone-button" type="button" popoverTarget="phones" aria-label="电话联系" onClick={turn}>
        <Icon name="phone" />
      </button>
      <div ref={drawer} id="phones" className="phone-drawer" popover="auto" role="dialog" aria-label="拨打电话">
        {phones.map((number) => (
          <a key={number} href={`tel:${number}`}>
            <Icon name="phone" />
            {number}
          </a>
        ))}
        <button type="button" popoverTarget="phones" popoverTargetAction="hide" aria-label="关闭" onClick={turn}>
          <Icon name="close" />
        </button>
      </div>
    </>
  )
}
