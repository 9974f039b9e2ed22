import { type ReactNode, useState } from 'react'
import { Button } from './buttons.tsx'
import { confirm } from './confirm.tsx'
import { copyText } from '../../ui/copyText.ts'
import { Modal } from './Modal.tsx'

interface Props {
  /** What it is and for whom. */
  words: string
  secret: string
  copyLabel: string
  /** It is called when it was selected and copied, too. */
  onCopied?(): void
}

/** A secret that no later reply has again, to be copied. */
export function ShownOnce({ words, secret, copyLabel, onCopied }: Props) {
  const [copied, setCopied] = useState('')
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(secret)
    setCopied(isCopied ? '已复制' : '请手动选中并复制')
    if (isCopied) onCopied?.()
  }
  return (
    <div className="notice boxed row wraps">
      <p>
        {words}
        <code className="shown-once" onCopy={onCopied}>
          {secret}
        </code>
      </p>
      <Button icon="copy" onClick={() => void copy()}>
        {copyLabel}
      </Button>
      <span role="status">{copied}</span>
    </div>
  )
}

interface DialogProps {
  title: string
  width: string
  /** It is undefined where there is no secret. */
  shown: Omit<Props, 'onCopied'> | undefined
  children: ReactNode
  onClose(): void
}

/** Asks before it closes while its secret was not copied. */
export function ShownOnceDialog({ title, width, shown, children, onClose }: DialogProps) {
  const [safe, setSafe] = useState(shown === undefined)
  const close = async (): Promise<void> => {
    const message = '还没有复制，关闭以后就看不到了。确定关闭吗？'
    if (safe || (await confirm(message, { ok: '已经记下，关闭', cancel: '返回' }))) onClose()
  }
  return (
    <Modal
      open
      title={title}
      width={width}
      onClose={() => void close()}
      footer={<Button onClick={() => void close()}>完成</Button>}
    >
      <div className="stack loose">
        {shown && <ShownOnce {...shown} onCopied={() => setSafe(true)} />}
        {children}
      </div>
    </Modal>
  )
}
