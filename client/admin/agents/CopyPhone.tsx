import { useEffect, useState } from 'react'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { toast } from '../ui/Toast.tsx'
import { copyText } from './copyText.ts'

const toldMs = 2000
/** Where a tap may dial; a computer would only ask for a program that it does not have. */
const byFinger = matchMedia('(hover: none)').matches

/** A number to be called or copied. */
export function CopyPhone({ phone }: { phone: string }) {
  const [copied, setCopied] = useState(false)

  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), toldMs)
    return () => clearTimeout(timer)
  }, [copied])

  const copy = async (): Promise<void> => {
    if (await copyText(phone)) setCopied(true)
    else toast(`无法自动复制，请手动选中号码：${phone}`, 'bad')
  }

  return (
    <span className="phone">
      {byFinger ? (
        <a className="phone-number" href={`tel:${phone}`}>
          {phone}
        </a>
      ) : (
        <span className="phone-number">{phone}</span>
      )}
      <button
        type="button" className={copied ? 'phone-copy copied' : 'phone-copy'} aria-label={`复制号码 ${phone}`} title="复制号码"
        onClick={() => void copy()}
      >
        <AdminIcon name={copied ? 'check' : 'copy'} />
      </button>
      <span className="phone-message" role="status">
        {copied && '已复制'}
      </span>
    </span>
  )
}
