import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { standInForPopover } from './standInForPopover.ts'
import { useFramePanel } from './useFramePanel.ts'

/** A panel from below, which a button with its id as `popoverTarget` opens. A popover works before, and without, any script. */
export function Drawer({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  const drawer = useRef<HTMLDivElement>(null)
  useEffect(() => (drawer.current ? standInForPopover(drawer.current) : undefined), [])
  useFramePanel(id, drawer)
  return (
    <div id={id} ref={drawer} className="phone-drawer unprinted" popover="auto" role="dialog" aria-label={label}>
      {children}
      <button type="button" popoverTarget={id} popoverTargetAction="hide" aria-label="关闭">
        <Icon name="close" />
      </button>
    </div>
  )
}
