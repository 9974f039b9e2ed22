import type { ComponentProps, MouseEvent } from 'react'
import { navigate } from './navigation.ts'

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
