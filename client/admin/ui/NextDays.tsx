import { nextDays } from '../../lib/nextDays.ts'
import { chinaTime } from '../../lib/relativeTime.ts'
import { LinkButton } from './buttons.tsx'
import { useNow } from './useNow.ts'

interface Props {
  /** Stands behind each day. */
  hour?: string
  disabled?: boolean
  onChoose(day: string): void
}

/** The days that are meant most often. */
export function NextDays({ hour = '', disabled = false, onChoose }: Props) {
  const today = chinaTime(useNow())
  return (
    <span className="row tight">
      {nextDays(today).map(({ label, day }) => (
        <LinkButton key={label} disabled={disabled} onClick={() => onChoose(day)}>
          {label + hour}
        </LinkButton>
      ))}
    </span>
  )
}
