import type { Section, SectionsField } from '../../../contract/site/siteFieldKinds.ts'
import { moved } from '../../lib/moved.ts'
import { Toggle } from '../ui/fields.tsx'
import { MoveHandle } from '../ui/MoveHandle.tsx'
import { Arrows, stepsIn } from './Arrows.tsx'
import type { InputProps } from './inputProps.ts'
import { PhoneOrder } from './PhoneOrder.tsx'

interface Props extends InputProps {
  field: SectionsField
  value: readonly Section[]
}

/**
 * The sections of a page, each with a switch; where phones have theirs in a field of their own, with one for each device. Phones follow the
 * order until somebody gives them another one.
 */
export function SectionsInput({ field, path, keyPath, value: sections, context }: Props) {
  const { options, fixed, phone: phonePath, label, help } = field
  const { disabled, values, problems } = context
  const onPhone = phonePath === undefined ? undefined : (values.valueAt([phonePath]) as readonly Section[])
  const follows =
    onPhone !== undefined && sectionNames(onPhone).join() === sectionNames(inOrderOf(sections, onPhone)).join()
  const nameOf = ({ name }: Section): string => options[name] ?? name

  const setPhone = (next: readonly Section[]): void => {
    if (phonePath !== undefined) values.set([phonePath], next)
  }
  const move = (from: number, to: number): void => {
    const next = moved(sections, from, to)
    values.set(keyPath, next)
    if (onPhone && follows) setPhone(inOrderOf(next, onPhone))
  }
  const { step, onKeyDown } = stepsIn(sections.length, { disabled: disabled || fixed === true, move })
  return (
    <fieldset className="setting-list setting-sections stack">
      <legend>{label}</legend>
      {help && <p className="setting-help muted">{help}</p>}
      {problems.has(path) && <p className="field-note bad">{problems.get(path)}</p>}
      <ol className="boxed">
        {sections.map((section, index) => {
          const phoneSection = onPhone?.find(({ name }) => name === section.name)
          const words = nameOf(section)
          return (
            <li key={section.name} className="row" onKeyDown={(event) => onKeyDown(event, index)}>
              {!fixed && <MoveHandle name={words} disabled={disabled} onMove={move} />}
              {onPhone && <span className="fill">{words}</span>}
              <div className={onPhone ? 'setting-devices' : 'row'} role="group" aria-label={words}>
                <Toggle
                  label={onPhone ? '电脑' : words}
                  name={path}
                  on={section.on}
                  disabled={disabled}
                  onChange={(on) => values.set(keyPath, switched(sections, section, on))}
                />
                {onPhone && phoneSection && (
                  <Toggle
                    label="手机"
                    {...(phonePath !== undefined && { name: phonePath })}
                    on={phoneSection.on}
                    disabled={disabled}
                    onChange={(on) => setPhone(switched(onPhone, phoneSection, on))}
                  />
                )}
              </div>
              {!fixed && (
                <div className="setting-actions" role="group" aria-label={`移动${words}`}>
                  <Arrows {...{ index, disabled }} count={sections.length} label={(each) => each} move={step} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {onPhone && (
        <PhoneOrder
          label="手机上的顺序不同"
          differs={!follows}
          disabled={disabled}
          items={onPhone.map((section) => ({ key: section.name, name: nameOf(section) }))}
          onMove={(from, to) => setPhone(moved(onPhone, from, to))}
          onFollow={() => setPhone(inOrderOf(sections, onPhone))}
        />
      )}
    </fieldset>
  )
}

const sectionNames = (sections: readonly Section[]): string[] => sections.map(({ name }) => name)

/** The same sections in the order of others. */
function inOrderOf(others: readonly Section[], sections: readonly Section[]): Section[] {
  const order = sectionNames(others)
  return [...sections].sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name))
}

const switched = (sections: readonly Section[], section: Section, on: boolean): Section[] =>
  sections.map((each) => (each === section ? { ...section, on } : each))
