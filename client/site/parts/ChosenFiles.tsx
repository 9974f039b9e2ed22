import { type RefObject, useEffect, useImperativeHandle, useState, useSyncExternalStore } from 'react'
import { bytes } from '../../../contract/bytes.ts'
import { calls } from '../../../contract/calls.ts'
import { type LeadFile, leadFileRefusal } from '../../../contract/leadFiles.ts'
import { listen } from '../../lib/listen.ts'
import { sendBody } from '../../lib/sendBody.ts'
import { createUploadQueue, isRunning, type Sender, type Target, type UploadQueue } from '../../lib/uploads.ts'
import type { SentFiles } from './FilesField.tsx'

interface Props {
  input: RefObject<HTMLInputElement | null>
  sent: RefObject<Pick<SentFiles, 'read' | 'clear'> | null>
  megabytes: number
}

/** Sends the files that are chosen in the input, and lists them. It is loaded for somebody who wants to send some. */
export function ChosenFiles({ input, sent, megabytes }: Props) {
  const [queue] = useState(createUploadQueue)
  const uploads = useSyncExternalStore(queue.subscribe, queue.all)
  useImperativeHandle(sent, () => ({
    read() {
      const all = queue.all()
      const fileIds = all.flatMap(({ state, address }) => (state === 'done' ? [address] : []))
      return all.some(isRunning) ? undefined : { fileIds, withoutFiles: fileIds.length < all.length }
    },
    clear: queue.clear,
  }))
  useEffect(() => {
    const field = input.current
    if (!field) return
    const target: Target = { form: '', field: '', sender: senderTo(queue, megabytes) }
    const change = (): void => {
      for (const file of field.files ?? []) queue.add(target, file)
      // Otherwise choosing the same file again would be no change.
      field.value = ''
    }
    change()
    const unsubscribe = listen(field, { change })
    return () => {
      unsubscribe()
      queue.clear()
    }
  }, [megabytes])

  if (uploads.length === 0) return null
  return (
    <ul>
      {uploads.map((upload) => {
        const { id, file, progress, error, remedy } = upload
        const remove = isRunning(upload) ? '取消' : '移除'
        return (
          <li key={id} className="row wraps">
            <bdi className="fill">{file.name}</bdi>
            <span className="muted small nowrap">{bytes(file.size)}</span>
            <button
              type="button"
              className="more accent"
              aria-label={`${remove}${file.name}`}
              onClick={() => queue.remove(id)}
            >
              {remove}
            </button>
            {isRunning(upload) && <progress value={progress} aria-label={`${file.name}的上传进度`} />}
            {error && (
              <span className="field-error small fill" role="alert">
                {error}
              </span>
            )}
            {remedy && (
              <button type="button" className="more accent" onClick={() => queue.retry(id)}>
                重试
              </button>
            )}
          </li>
        )
      })}
    </ul>
  )
}

const senderTo = (queue: UploadQueue, megabytes: number): Sender => ({
  queue: 'films',
  under: Infinity,
  refusal(file) {
    const others = queue.all().filter(({ state }) => state !== 'failed')
    return leadFileRefusal(
      file,
      others.map((other) => other.file),
      megabytes,
    )
  },
  async send(file, { signal, onProgress }) {
    const { method, path, upload } = calls.inquiryFile
    const form = new FormData()
    form.append(upload.field, file)
    const { fileId } = await sendBody<LeadFile>(method, path, form, onProgress, signal)
    return { address: fileId }
  },
})
