import { useId, useState } from 'react'
import { isDocumentName } from '../../../contract/documents.ts'
import { limits, messages } from '../../../contract/rules.ts'
import { bytes } from '../../../contract/bytes.ts'
import { addFiles as uploadFiles } from '../media/library.ts'
import { AdminIcon } from '../ui/AdminIcon.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'

interface Props {
  open: boolean
  onClose(): void
}

interface Chosen {
  id: number
  file: File
}

let lastId = 0

/** 上传资料: documents are chosen, and the last three of them are uploaded. */
export function UploadDialog({ open, onClose }: Props) {
  const input = useId()
  const [chosen, setChosen] = useState<readonly Chosen[]>([])

  const addFiles = (given: Iterable<File>): void => {
    const files = [...given]
    const all = files.filter(({ name }) => isDocumentName(name))
    if (all.length < files.length) toast(messages.documentOnly, 'bad')
    const accepted = all.filter(({ size }) => size < limits.materialUnder)
    if (accepted.length < all.length) toast(messages.materialTooLarge, 'bad')
    setChosen((before) => [...before, ...accepted.map((file) => ({ id: ++lastId, file }))].slice(-limits.materialsKept))
  }
  const remove = (id: number): void => setChosen((before) => before.filter((each) => each.id !== id))
  const close = (): void => {
    setChosen([])
    onClose()
  }
  const confirm = (): void => {
    uploadFiles(chosen.map(({ file }) => file))
    close()
  }
  const { over, drop } = useFileDrops(addFiles)

  return (
    <Modal
      title="上传资料" width="36rem" open={open} onClose={close}
      footer={
        <>
          <button type="button" className="button" onClick={close}>
            取消
          </button>
          <button type="button" className="button primary" disabled={chosen.length === 0} onClick={confirm}>
            确定
          </button>
        </>
      }
    >
      <label className={over ? 'drop stack tight muted over' : 'drop stack tight muted'} htmlFor={input} {...drop}>
        <input
          id={input} className="visually-hidden" type="file" multiple
          onChange={({ currentTarget }) => {
            addFiles(currentTarget.files ?? [])
            // Otherwise choosing the same file again would be no change.
            currentTarget.value = ''
          }}
        />
        <AdminIcon name="upload" />
        <b>点击选择文件，或把文件拖到这里</b>
        <span>PDF、Word、Excel或zip，单个文件小于5MB，最多保留最后{limits.materialsKept}个</span>
      </label>
      <ul className="chosen" aria-label="已选文件" aria-live="polite">
        {chosen.map(({ id, file }) => (
          <li key={id} className="row">
            <AdminIcon name="document" />
            <span className="fill">{file.name}</span>
            <small>{bytes(file.size)}</small>
            <button type="button" className="icon-button" aria-label={`移除 ${file.name}`} onClick={() => remove(id)}>
              <AdminIcon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
