import { useId, useState } from 'react'
import { icons } from '../../ui/icons.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Button } from '../ui/buttons.tsx'
import { Field, type FieldProps } from '../ui/fields.tsx'
import { Modal } from '../ui/Modal.tsx'

/** Not offered: they are controls of the interface and illustrate no subject. */
const interfaceIcons = [
  'menu', 'close', 'chevron-left', 'chevron-right', 'chevron-down', 'arrow-right', 'arrow-up', 'arrow-down', 'arrow-up-right', 'play',
  'pause', 'plus', 'minus', 'warning',
]
const choices = Object.keys(icons).filter((name) => !interfaceIcons.includes(name))

/** One of the site's icons. */
export function IconField({ label, value, onChange, error, disabled }: FieldProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  return (
    <Field id={id} label={label} error={error} group>
      <Button className="icon-choice" id={id} aria-label={`选择${label}`} disabled={disabled} onClick={() => setOpen(true)}>
        {value === '' ? '选择图标' : <Icon name={value} />}
      </Button>
      <Modal open={open} title="选择图标" width="34rem" onClose={() => setOpen(false)}>
        <div className="icon-grid tiles" role="group" aria-label="图标">
          {choices.map((name) => (
            <button
              key={name}
              type="button"
              aria-label={name}
              aria-pressed={name === value}
              data-autofocus={name === value || undefined}
              onClick={() => {
                onChange(name)
                setOpen(false)
              }}
            >
              <Icon name={name} />
            </button>
          ))}
        </div>
      </Modal>
    </Field>
  )
}
