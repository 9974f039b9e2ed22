import { type RefObject, useEffect, useImperativeHandle, useRef, useState, useSyncExternalStore } from 'react'
import { bytes } from '../../../contract/text/bytes.ts'
import { calls } from '../../../contract/calls/calls.ts'
import { type LeadFile, maxLeadFiles, tooLargeTogether } from '../../../contract/leads/leadFiles.ts'
import { listen } from '../../lib/listen.ts'
import { sendBody } from '../../lib/sendBody.ts'
import { createUploadQueue, isRunning, type Sender, type Target, type UploadQueue } from '../../lib/uploads.ts'
import type { KeptFiles, SentFiles } from './applyKinds.ts'

interface Props {
  id: string
  input: RefObject<HTMLInputElement | null>
  sent: RefObject<SentFiles | null>
  megabytes: number
  kept: KeptFiles
}

/** Sends the files that are chosen in the input, and lists them. It is loaded for somebody who wants to send some. */
export function ChosenFiles({ id, input, sent, megabytes, kept }: Props) {
  const [queue] = useState(createUploadQueue)
  const [message, say] = useState('')
  /** The names of failed files in the last warning. */
  const warned = useRef('')
  const uploads = useSyncExternalStore(queue.subscribe, queue.all)
  useImperativeHandle(sent, () => ({
    read() {
      const all = queue.all()
      if (all.some(isRunning)) {
        say('文件还在上传，请稍候或取消')
        return undefined
      }
      const failed = all.filter(({ state }) => state === 'failed')
      const missing = failed.map(({ file }) => `“${file.name}”`).join('、')
      if (missing && missing !== warned.current) {
        warned.current = missing
        say(`${missing}没有传上，请重试或移除；再提交一次，就不带${failed.length > 1 ? '它们' : '它'}`)
        return undefined
      }
      return { files: done(queue), missing }
    },
    clear: queue.clear,
    say,
  }))
  useEffect(() => {
    const field = input.current
    if (!field) return
    const target: Target = { form: '', field: '', sender: senderTo(queue, megabytes) }
    const before = kept.read()
    for (const { fileId, ...file } of Array.isArray(before) ? (before as LeadFile[]) : [])
      queue.restore(target, { ...file, type: '', address: fileId })
    const change = (): void => {
      say('')
      for (const file of field.files ?? []) queue.add(target, file)
      // Otherwise choosing the same file again would be no change.
      field.value = ''
    }
    change()
    const stopListening = listen(field, { change })
    const stopKeeping = queue.subscribe(() => {
      const files = done(queue)
      if (files.length > 0) kept.write(files)
      else kept.remove()
    })
    return () => {
      stopListening()
      stopKeeping()
      queue.clear()
    }
  }, [megabytes])

  return (
    <>
      <ul hidden={uploads.length === 0}>
        {uploads.map((upload) => {
          const { file, progress, error, remedy } = upload
          const remove = (): void => {
            say('')
            queue.remove(upload.id)
          }
          const removing = isRunning(upload) ? '取消' : '移除'
          return (
            <li key={upload.id} className="row wraps">
              <bdi className="fill">{file.name}</bdi>
              <span className="muted small nowrap">{bytes(file.size)}</span>
              {remedy && (
                <button type="button" onClick={() => queue.retry(upload.id)}>
                  重试
                </button>
              )}
              <button type="button" aria-label={`${removing}${file.name}`} onClick={remove}>
                {removing}
              </button>
              {isRunning(upload) && <progress value={progress} aria-label={`${file.name}的上传进度`} />}
              {error && (
                <span className="field-error small" role="alert">
                  {error}
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <p className="field-error small" id={`${id}-error`} aria-live="polite">
        {message}
      </p>
    </>
  )
}

const done = (queue: UploadQueue): LeadFile[] =>
  queue
    .all()
    .filter(({ state }) => state === 'done')
    .map(({ address, file: { name, size } }) => ({ fileId: address, name, size }))

const senderTo = (queue: UploadQueue, megabytes: number): Sender => ({
  queue: 'films',
  under: Infinity,
  refusal(file) {
    const others = queue.all().filter(({ state }) => state !== 'failed')
    if (others.length >= maxLeadFiles) return `最多${maxLeadFiles}个文件`
    const size = others.reduce((sum, other) => sum + other.file.size, file.size)
    return size > megabytes * 1_048_576 ? tooLargeTogether(megabytes) : undefined
  },
  async send(file, { signal, onProgress }) {
    const { method, path, upload } = calls.inquiryFile
    const form = new FormData()
    form.append(upload.field, file)
    const { fileId } = await sendBody<LeadFile>(method, path, form, onProgress, signal)
    return { address: fileId }
  },
})
