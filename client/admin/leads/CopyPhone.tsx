import { IconButton } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import { copyText } from '../../ui/copyText.ts'

/** On a phone, a tap dials; a computer would only ask for a program that it does not have. */
export const isTouch = matchMedia('(hover: none)').matches

/** The phone asks before it dials. */
const leavingMs = 10_000

/** Some leave a mail address instead. */
const isMail = (phone: string): boolean => phone.includes('@')

/** A link that dials; `onBack` runs when the page is seen again after the call. */
const dialing = (phone: string, onBack?: () => void) => ({
  href: isMail(phone) ? `mailto:${phone}` : `tel:${phone}`,
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

interface CallLinkProps {
  phone: string
  who: string
  className: string
  onBack(): void
}

export const CallLink = ({ phone, who, className, onBack }: CallLinkProps) =>
  isTouch &&
  !isMail(phone) && (
    <a className={className} {...dialing(phone, onBack)} aria-label={`拨打：${who}`}>
      拨打
    </a>
  )

/** A phone number to call or to copy. */
export function CopyPhone({ phone, onBack }: { phone: string; onBack?: () => void }) {
  const copy = async (): Promise<void> => {
    if (await copyText(phone)) toast('号码已复制')
    else toast(`无法自动复制，请手动选中号码：${phone}`, 'bad')
  }
  return (
    <span className="phone row tight nowrap">
      {isTouch ? (
        <a className="phone-number digits" {...dialing(phone, onBack)}>
          {phone}
        </a>
      ) : (
        <span className="phone-number digits">{phone}</span>
      )}
      <IconButton
        icon="copy"
        label={`复制号码 ${phone}`}
        className="phone-copy"
        title="复制号码"
        onClick={() => void copy()}
      />
    </span>
  )
}
