/** On a phone, a tap dials; a computer would only ask for a program that it does not have. */
export const isTouch = matchMedia('(hover: none)').matches

/** The phone asks before it dials. */
const leavingMs = 10_000

/** A link that dials; `onBack` runs when the page is seen again after the call. */
export const dialing = (phone: string, onBack?: () => void) => ({
  href: `tel:${phone}`,
  onClick(): void {
    const start = Date.now()
    const onChange = (): void => {
      const isBack = document.visibilityState === 'visible'
      if (!isBack && Date.now() - start < leavingMs) return
      document.removeEventListener('visibilitychange', onChange)
      if (isBack) onBack?.()
    }
    document.addEventListener('visibilitychange', onChange)
  },
})

interface Props {
  phone: string
  who: string
  className: string
  onBack(): void
}

export const CallLink = ({ phone, who, className, onBack }: Props) => isTouch && (
  <a className={className} {...dialing(phone, onBack)} aria-label={`拨打：${who}`}>拨打</a>
)
