/** On a phone, a tap dials; a computer would only ask for a program that it does not have. */
export const isTouch = matchMedia('(hover: none)').matches

interface Props {
  phone: string
  /** Whom it calls. */
  who: string
  className: string
}

export const CallLink = ({ phone, who, className }: Props) => isTouch && (
  <a className={className} href={`tel:${phone}`} aria-label={`拨打：${who}`}>拨打</a>
)
