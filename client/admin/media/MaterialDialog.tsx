import { useEffect, useEffectEvent, useState } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { isDocumentName } from '../../../contract/media/documents.ts'
import { limits, messages } from '../../../contract/calls/rules.ts'
import { lastOf } from '../../lib/lastOf.ts'
import { isRunning, type Sender, type Upload } from '../../lib/uploads.ts'
import { keepWork } from '../form/unfinished.ts'
import { uploads, useUploads } from '../form/uploads.ts'
import { Button } from '../ui/buttons.tsx'
import { confirm } from '../ui/confirm.tsx'
import { Modal } from '../ui/Modal.tsx'
import { toast } from '../ui/Toast.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { largeFiles } from './library.ts'
import { FileRow, focusBeside, UploadButton, UploadRow } from './UploadList.tsx'

/** What the uploads of the dialog belong to. */
const form = 'materials'
const mostMaterials = limits.materialsKept

/** They are smaller than elsewhere in the library. */
const materials: Sender = {
  ...largeFiles,
  refusal({ name, size }) {
    if (!isDocumentName(name)) return messages.documentOnly
    return size < limits.materialUnder ? undefined : messages.materialTooLarge
  },
}

/** A file that is chosen again has the same. */
const idOf = ({ name, size, lastModified }: File): string => `${lastModified}/${size}/${name}`
const stop = (file: File): void => uploads.removeAll(form, idOf(file))
const work = { unsaved: () => uploads.isRunning(form), end: () => uploads.removeAll(form) }

interface Props {
  /** What the choice begins with. */
  dropped: readonly File[]
  /** The list must be loaded again. */
  onUploaded(): void
  onClose(): void
}

/** 上传资料: documents are chosen, and then sent. Those that could not be sent stay chosen. */
export function MaterialDialog({ dropped, onUploaded, onClose }: Props) {
  const { files, leftOut, choose, remove } = useChoice(dropped)
  const all = useUploads(uploads.all).filter((upload) => upload.form === form)
  const uploadOf = (file: File): Upload | undefined => lastOf(all.filter(({ field }) => field === idOf(file)))
  const running = all.some(isRunning)
  const drop = useFileDrops(choose, { disabled: running })
  const isReady = (file: File): boolean => {
    const upload = uploadOf(file)
    return upload ? upload.remedy !== undefined : materials.refusal(file) === undefined
  }
  const canSend = !running && files.some(isReady)

  const send = (): void => {
    if (!canSend) return
    keepWork(adminScreens.profile, form, work)
    for (const file of files.filter(isReady)) {
      const failed = uploadOf(file)
      if (failed) uploads.retry(failed.id)
      else uploads.add({ form, field: idOf(file), sender: materials }, file)
    }
  }
  const close = async (): Promise<void> => {
    if (running && !(await confirm('资料还没有传完，关闭后不再上传。', { ok: '停止上传', cancel: '继续上传' }))) return
    uploads.removeAll(form)
    onClose()
  }

  const onEnded = useEffectEvent((): void => {
    const done = files.filter((file) => uploadOf(file)?.state === 'done')
    if (done.length === 0) return
    remove(done)
    onUploaded()
    const others = files.length - done.length
    if (others > 0) {
      toast(`已上传${done.length}份，还有${others}份没有上传`, 'info')
      return
    }
    toast(messages.uploaded)
    onClose()
  })
  useEffect(() => {
    if (!running) onEnded()
  }, [running])

  return (
    <Modal
      title="上传资料"
      width="42rem"
      open
      onClose={() => void close()}
      footer={
        <>
          <Button onClick={() => void close()}>取消</Button>
          <Button kind="primary" busy={running} aria-disabled={!canSend} onClick={send}>
            {running ? '正在上传…' : '确定'}
          </Button>
        </>
      }
    >
      <div className="material-dialog stack" {...drop}>
        <div className="material-drop message">
          <p className="phone-hidden">把文件拖到这里，或者</p>
          <UploadButton type="document" label="选择文件" add={choose} disabled={running} />
          <p className="small">{`PDF、Word（docx）、Excel（xlsx）或zip，每份小于5MB；一次最多${mostMaterials}份，选多了留下最后${mostMaterials}份`}</p>
        </div>
        <p role="status" className="small">
          {statusOf(
            files.flatMap((file) => uploadOf(file) ?? []),
            leftOut,
          )}
        </p>
        {files.length > 0 && (
          <ul className="upload-rows boxed" aria-label="要上传的资料">
            {files.map((file) => (
              <Material key={idOf(file)} file={file} upload={uploadOf(file)} onRemove={() => remove([file])} />
            ))}
          </ul>
        )}
      </div>
    </Modal>
  )
}

/** The last files of all that were chosen. */
function useChoice(dropped: readonly File[]) {
  const [choice, setChoice] = useState(() => lastFiles(dropped))
  return {
    ...choice,
    choose(more: readonly File[]): void {
      const next = lastFiles([...choice.files, ...more])
      next.leftOut.forEach(stop)
      setChoice(next)
    },
    remove(unwanted: readonly File[]): void {
      unwanted.forEach(stop)
      setChoice({ files: choice.files.filter((file) => !unwanted.includes(file)), leftOut: [] })
    },
  }
}

function lastFiles(files: readonly File[]) {
  const different = [...new Map(files.map((file) => [idOf(file), file])).values()]
  return { files: different.slice(-mostMaterials), leftOut: different.slice(0, -mostMaterials) }
}

function statusOf(sent: readonly Upload[], leftOut: readonly File[]): string {
  const ended = sent.filter((upload) => !isRunning(upload)).length
  if (ended < sent.length) return `正在上传 ${ended + 1}/${sent.length}`
  return leftOut.length > 0 ? `一次最多${mostMaterials}份，没有留下：${leftOut.map(({ name }) => name).join('、')}` : ''
}

interface MaterialProps {
  file: File
  upload: Upload | undefined
  onRemove(): void
}

function Material({ file, upload, onRemove }: MaterialProps) {
  const dismiss = (button: HTMLElement): void => {
    focusBeside(button)
    onRemove()
  }
  if (upload?.state === 'done') return <FileRow file={file} status="已完成" failed={false} />
  if (upload) return <UploadRow upload={upload} onRemove={dismiss} />
  const refusal = materials.refusal(file)
  return <FileRow file={file} status={refusal ?? '待上传'} failed={refusal !== undefined} onRemove={dismiss} />
}
