import { useSignals } from '@preact/signals-react/runtime'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type SiteField, type SiteFields, seldomFold } from '../../../contract/site/siteFieldKinds.ts'
import { isClosed } from '../session/session.ts'
import { Toggle } from '../ui/fields.tsx'
import type { InputProps } from './inputProps.ts'

interface Props extends Pick<InputProps, 'path' | 'keyPath' | 'context'> {
  fields: SiteFields
  children(name: string, field: SiteField): ReactNode
}

type NamedField = readonly [name: string, field: SiteField]

const exceptionsTitle = '例外'

/** What one sees of it before it is opened; '' of a field that is not folded. */
const foldOf = ({ fold = '', exceptionOf = fold }: SiteField): string => exceptionOf

/**
 * The inputs of these fields; some are folded until somebody opens them, or something in them is invalid. What hardly anybody changes is
 * last.
 */
export function Inputs({ fields, path, keyPath, context, children }: Props) {
  useSignals()
  const { problems } = context
  const isInvalid = (name: string): boolean => {
    const whole = path === '' ? name : `${path}.${name}`
    return [...problems.keys()].some((problem) => problem === whole || problem.startsWith(`${whole}.`))
  }
  const isShown = ([name, { drawnBy, ofPage }]: NamedField): boolean =>
    drawnBy === undefined && (!isClosed(ofPage) || isInvalid(name))
  const shown = Object.entries(fields).filter(isShown)
  const titles = new Set(
    shown.map(([, field]) => foldOf(field)).filter((title) => title !== '' && title !== seldomFold),
  )
  const membersOf = (title: string): NamedField[] => shown.filter(([, field]) => foldOf(field) === title)

  const fold = (title: string): ReactNode => {
    const members = membersOf(title)
    if (members.length === 0) return null
    const [, first] = members[0] ?? []
    const content = members.map(([name, field]) => children(name, field))
    const open = members.some(([name]) => isInvalid(name))
    if (first?.exceptionOf === undefined)
      return (
        <Fold
          key={title}
          title={title === seldomFold ? `${title}：${members.map(([, { label }]) => label).join('、')}` : title}
          open={open}
          same={members.length === 1 && first?.label === title}
        >
          {content}
        </Fold>
      )
    const names = members.map(([name]) => name)
    return (
      <OneSwitch key={title} label={title} {...{ names, keyPath, context, open }}>
        {content}
      </OneSwitch>
    )
  }
  return (
    <>
      {shown.map(([name, field]) => {
        const title = foldOf(field)
        if (title === '') return children(name, field)
        // A fold stands where its first field does.
        return titles.delete(title) && fold(title)
      })}
      {fold(seldomFold)}
    </>
  )
}

interface FoldProps {
  title: string
  open: boolean
  /** What it holds has the same title, which is not repeated. */
  same?: boolean
  children: ReactNode
}

function Fold({ title, open, same = false, children }: FoldProps) {
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    if (open) setOpened(true)
  }, [open])
  return (
    <details
      className={same ? 'setting-advanced same' : 'setting-advanced'}
      open={opened || open}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className="muted">{title}</summary>
      <div className="stack">{children}</div>
    </details>
  )
}

interface OneSwitchProps extends Pick<InputProps, 'keyPath' | 'context'> {
  label: string
  /** The switches that it stands for. */
  names: readonly string[]
  open: boolean
  children: ReactNode
}

/** One switch for several, which are folded as its exceptions. Off and on again, these are as before. */
function OneSwitch({ label, names, keyPath, context, open, children }: OneSwitchProps) {
  const { values, disabled } = context
  const before = useRef<Readonly<Record<string, boolean>>>({})
  const all = values.valueAt(keyPath) as Readonly<Record<string, boolean>>
  const isOn = names.some((name) => all[name])
  const exceptions = isOn ? names.filter((name) => !all[name]).length : 0
  const onChange = (on: boolean): void => {
    if (!on) before.current = all
    const next = names.map((name) => [name, on && (before.current[name] ?? true)] as const)
    values.set(keyPath, { ...all, ...Object.fromEntries(next) })
  }
  return (
    <div className="setting-one stack tight">
      <Toggle label={label} on={isOn} disabled={disabled} onChange={onChange} />
      {isOn && (
        <Fold title={exceptions > 0 ? `${exceptionsTitle}：${exceptions}处不显示` : exceptionsTitle} open={open}>
          {children}
        </Fold>
      )}
    </div>
  )
}
