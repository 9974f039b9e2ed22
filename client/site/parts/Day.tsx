/** The day of a date, over its year. */
export function Day({ date }: { date: string }) {
  const [year, month, day] = date.slice(0, 10).split('-')
  return (
    <time className="day row wraps nowrap muted" dateTime={date.slice(0, 10)}>
      <b>
        {month}.{day}
      </b>
      <span>{year}</span>
    </time>
  )
}
