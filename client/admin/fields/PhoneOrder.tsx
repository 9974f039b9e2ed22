import { type ReactNode, useState } from 'react'
import { Toggle } from '../ui/fields.tsx'
import { MoveHandle } from '../ui/MoveHandle.tsx'

interface Props {
  label: string
  /** In the order of phones. */
  items: readonly { key: string | number; name: string; input?: ReactNode }[]
  /** Whether phones have another order than the list above. */
  differs: boolean
  disabled: boolean
  onMove(from: number, to: number): void
  /** Gives phones the order of the list above. */
  onFollow(): void
}

/** Below a list for both devices: a second handle for each of its items, which moves it on phones. */
export function PhoneOrder({ label, items, differs, disabled, onMove, onFollow }: Props) {
  const [opened, setOpened] = useState(false)
  const isOpen = differs || opened
  const onChange = (on: boolean): void => {
    setOpened(on)
    if (!on) onFollow()
  }
  return (
    <div className="stack tight">
      <Toggle label={label} on={isOpen} disabled={disabled} onChange={onChange} />
      {isOpen && (
        // It stays while somebody works in it, also where the order is that of the list for a moment.
        <ol className="boxed phone-order" aria-label="手机上的顺序" onFocus={() => setOpened(true)}>
          {items.map(({ key, name, input }) => (
            <li key={key} className="row">
              <MoveHandle name={`手机：${name}`} disabled={disabled} onMove={onMove} />
              {input ? <div className="setting-line fill">{input}</div> : name}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}
