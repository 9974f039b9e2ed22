import { useState } from 'react'
import type { KindName } from '../../../contract/kinds.ts'
import { messageOf } from '../../lib/callError.ts'
import { api } from '../api.ts'
import { copyText } from '../ui/copyText.ts'
import { TextField } from '../ui/fields.tsx'
import { Modal, ModalTool } from '../ui/Modal.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { toast } from '../ui/Toast.tsx'
import { useRepeatGuard } from '../ui/useRepeatGuard.ts'
import type { UsedForm } from './useForm.ts'

interface Props {
  kind: KindName
  form: Pick<UsedForm, 'id' | 'dirty' | 'save' | 'view'>
  disabled: boolean
  /** The list must be loaded again. */
  onChanged(): unknown
}

/** Copies an address by which anybody can read the draft, and shows it for a phone. */
export function PreviewLink({ kind, form, disabled, onChanged }: Props) {
  const [locked, run] = useRepeatGuard()
  const [link, setLink] = useState('')
  const copy = async (): Promise<void> => {
    try {
      if (form.dirty && !(await form.save('save'))) return void toast(form.view.peek().message || '草稿没有保存，请重试', 'bad')
      onChanged()
      const url = reachable((await api('draftLink', { kind, id: form.id() })).url)
      if (await copyText(url)) toast('预览链接已复制，7天内有效')
      setLink(url)
    } catch (cause) {
      toast(messageOf(cause, '操作失败，请稍后重试'), 'bad')
    }
  }
  return (
    <>
      <ModalTool icon="copy" label="复制预览链接" disabled={disabled || locked} onClick={() => run(copy)} />
      <Modal open={link !== ''} title="预览链接" width="24rem" onClose={() => setLink('')}>
        <div className="stack loose">
          <div className="message qr">
            <QrCode text={link} label="预览链接的二维码" />
            <p>用微信扫一扫，在手机上看；也可以把链接发给同事</p>
          </div>
          <TextField label="链接" name="link" value={link} onChange={() => {}} hint="7天内有效，发布或放弃草稿后失效" />
        </div>
      </Modal>
    </>
  )
}

/** Without SITE_URL the server knows no name of its own but localhost; this tab has one. */
function reachable(link: string): string {
  const { hostname, pathname, search } = new URL(link)
  return hostname === 'localhost' ? location.origin + pathname + search : link
}
