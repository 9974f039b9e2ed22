import { useState } from 'react'
import { AdminIcon } from './AdminIcon.tsx'
import { copyText } from './copyText.ts'

interface Props {
  /** What it is and for whom. */
  words: string
  secret: string
  copyLabel: string
}

/** A secret that no later reply has again, to be copied. */
export function ShownOnce({ words, secret, copyLabel }: Props) {
  const [copied, setCopied] = useState('')
  const copy = async (): Promise<void> => setCopied((await copyText(secret)) ? '已复制' : '请手动选中并复制')
  return (
    <div className="notice boxed row wraps">
      <p>{words}<code className="shown-once">{secret}</code></p>
      <button type="button" className="button" onClick={() => void copy()}>
        <AdminIcon name="copy" />
        {copyLabel}
      </button>
      <span role="status">{copied}</span>
    </div>
  )
}
