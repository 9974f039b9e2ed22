import type { ComponentProps, MouseEvent } from 'react'
import { Glyph } from '../../ui/Glyph.tsx'
import { icons } from '../../ui/icons.ts'
import { staffIcons } from '../../ui/staffIcons.ts'
import { navigate } from './navigation.ts'

const paths = { ...icons, ...staffIcons }
export type AdminIconName = keyof typeof paths

export const AdminIcon = ({ name }: { name: AdminIconName }) => <Glyph path={paths[name]} />

type NativeProps = ComponentProps<'button'>
interface ButtonProps extends NativeProps {
  kind?: 'primary' | 'bad' | false | undefined
  icon?: AdminIconName | false
  /** Working: it keeps the focus, so `onClick` ignores a second press. */
  busy?: boolean
}

/** A button with a frame. `className` is added to the classes of the button, here and below. */
export const Button = ({ kind, className, icon, busy, children, ...props }: ButtonProps) => (
  <button type="button" className={classes('button', kind, className)} aria-disabled={busy} aria-busy={busy} {...props}>
    {icon && <AdminIcon name={icon} />}
    {children}
  </button>
)

interface IconButtonProps extends Omit<NativeProps, 'children'> {
  icon: AdminIconName
  label: string
}

export const IconButton = ({ icon, label, className, ...props }: IconButtonProps) => (
  <button type="button" className={classes('icon-button', className)} aria-label={label} {...props}>
    <AdminIcon name={icon} />
  </button>
)

interface LinkButtonProps extends NativeProps {
  bad?: boolean | undefined
}

/** A button that looks like a link. */
export const LinkButton = ({ bad, className, ...props }: LinkButtonProps) => (
  <button type="button" className={classes('link', bad && 'bad', className)} {...props} />
)

interface RetryProps {
  onRetry(): void
  autoFocus?: boolean
}

/** Tries again what is around it, and focuses that: the button goes away, and the focus would start again at the top of the page. */
export function RetryButton({ onRetry, autoFocus }: RetryProps) {
  const onClick = ({ currentTarget }: MouseEvent): void => {
    const around = currentTarget.closest<HTMLElement>('.data, [tabindex="-1"]')
    // The rows of a table are in a box of their own.
    const target = around?.querySelector<HTMLElement>('.data-box') ?? around
    target?.focus({ preventScroll: true })
    onRetry()
  }
  return (
    <Button icon="refresh" autoFocus={autoFocus} onClick={onClick}>
      重试
    </Button>
  )
}

export const classes = (...names: (string | false | undefined)[]): string => names.filter(Boolean).join(' ')

type LinkProps = ComponentProps<'a'> & { href: string }

/** A link within the back office: it changes the screen without a new load. */
export function Link({ href, ...props }: LinkProps) {
  const follow = (event: MouseEvent): void => {
    // The browser opens another tab or window.
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    navigate(href)
  }
  return <a href={href} {...props} onClick={follow} />
}

/** The same within a sentence. */
export const InlineLink = (props: LinkProps) => <Link className="inline-link" {...props} />
