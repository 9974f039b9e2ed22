import { Icon } from '../../ui/Icon.tsx'
import type { Sheet } from '../sheets.ts'

interface Props {
  sheet: Sheet
  /** The address of a sheet. */
  to(number: number): string
  /** What leads towards the newer, and towards the older. */
  words: readonly [before: string, after: string]
}

/** From one sheet of a long list to the next, with a script and without; a list of one sheet shows nothing. */
export function SheetLinks({ sheet: { number, of }, to, words: [before, after] }: Props) {
  if (of === 1) return null
  return (
    <nav className="sheet-links" aria-label="更多内容">
      {number > 1 && (
        <a className="button quiet" href={to(number - 1)} rel="prev">
          <Icon name="chevron-left" />
          {before}
        </a>
      )}
      <span>
        {number} / {of}
      </span>
      {number < of && (
        <a className="button quiet" href={to(number + 1)} rel="next">
          {after}
          <Icon name="chevron-right" />
        </a>
      )}
    </nav>
  )
}
