import { useEffect, useState } from 'react'
import { IconButton } from '../ui/buttons.tsx'
import { toast } from '../ui/Toast.tsx'
import { copyText } from '../ui/copyText.ts'
import { dialing, isTouch } from './CallLink.tsx'

const copiedMs = 2000

/** A phone number to call or to copy. */
export function CopyPhone({ phone, onBack }: { phone: string; onBack?: () => void }) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), copiedMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (): Promise<void> => {
    if (await copyText(phone)) setCopied(true)
    else toast(`无法自动复制，请手动选中号码：${phone}`, 'bad')
  }

  return (
    <span className="phone row tight nowrap">
      {isTouch ? (
        <a className="phone-number digits" {...dialing(phone, onBack)}>{phone}</a>
      ) : (
        <span className="phone-number digits">{phone}</span>
      )}
      <IconButton
        icon={copied ? 'check' : 'copy'} label={`复制号码 ${phone}`} className={copied ? 'phone-copy copied' : 'phone-copy'} title="复制号码"
        onClick={() => void copy()}
      />
      <span className="phone-message small" role="status">
        {copied && '已复制'}
      </span>
    </span>
  )
}
