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

/** Tomorrow, in three days and the Monday of the next week, from a time as in replies. */
export function nextDays(time: string) {
  const [year = 0, month = 1, date = 1] = time.slice(0, 10).split('-').map(Number)
  const dayIn = (days: number): string => new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10)
  const weekday = new Date(Date.UTC(year, month - 1, date)).getUTCDay()
  // The week begins on Monday: on a Sunday the next one is tomorrow.
  const untilMonday = weekday === 0 ? 1 : 8 - weekday
  return [
    { label: '明天', day: dayIn(1) },
    { label: '三天后', day: dayIn(3) },
    { label: '下周一', day: dayIn(untilMonday) },
  ]
}
