import { useEffect, useState } from 'react'
import { AdminIcon } from '../ui/AdminIcon.tsx'
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
      <button
        type="button" className={copied ? 'icon-button phone-copy copied' : 'icon-button phone-copy'} aria-label={`复制号码 ${phone}`}
        title="复制号码"
        onClick={() => void copy()}
      >
        <AdminIcon name={copied ? 'check' : 'copy'} />
      </button>
      <span className="phone-message small" role="status">
        {copied && '已复制'}
      </span>
    </span>
  )
}
