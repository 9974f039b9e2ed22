import { useState } from 'react'
import { bytes } from '../../../contract/bytes.ts'
import {
  leadFileEndings,
  leadFileRefusal,
  leadFileUpload,
  leadFileWords,
  maxLeadFiles,
} from '../../../contract/leadFiles.ts'
import { messageOf } from '../../lib/callError.ts'

interface ChosenFile {
  name: string
  size: number
  file: File
  /** Of what is being sent: from 0 to 1. */
  progress?: number | undefined
  stop?: () => void
  fileId?: string
  failure?: string
}

/** The files that go with a form; they are sent as soon as they are chosen. */
export function useFiles() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([])
  const [message, setMessage] = useState('')
  const change = (file: File, changes: Partial<ChosenFile>): void =>
    setFiles((current) => current.map((each) => (each.file === file ? { ...each, ...changes } : each)))

  const send = async (file: File): Promise<void> => {
    change(file, { progress: 0, failure: '' })
    try {
      const { sendFile } = await import('./sendForm.ts')
      const { done, stop } = sendFile(file, (progress) => change(file, { progress }))
      change(file, { stop })
      const { fileId, name, size } = await done
      change(file, { fileId, name, size, progress: undefined })
    } catch (cause) {
      change(file, { failure: messageOf(cause, leadFileWords.failed), progress: undefined })
    }
  }
  return {
    files,
    message,
    setMessage,
    send,
    choose(chosen: readonly File[], megabytes: number): void {
      let refusal = ''
      const all = [...files]
      for (const file of chosen) {
        const { name, size } = file
        const refused = leadFileRefusal(file, all, megabytes)
        if (refused) refusal = `${name}：${refused}`
        else all.push({ name, size, file })
      }
      setMessage(refusal)
      setFiles(all)
      for (const { file } of all.slice(files.length)) void send(file)
    },
    remove(file: File): void {
      files.find((each) => each.file === file)?.stop?.()
      setMessage('')
      setFiles((current) => current.filter((each) => each.file !== file))
    },
    /** The ids to send; undefined, with a message, while one is not there yet. */
    ids(): string[] | undefined {
      const missing = files.find(({ fileId }) => !fileId)
      if (missing) setMessage(missing.failure ? `${missing.name}：${leadFileWords.failed}` : leadFileWords.running)
      return missing ? undefined : files.flatMap(({ fileId }) => fileId ?? [])
    },
    clear(): void {
      setFiles([])
      setMessage('')
    },
  }
}

interface Props {
  id: string
  used: ReturnType<typeof useFiles>
  megabytes: number
  /** Of a form that was sent without a script. */
  error: string | undefined
}

export function FilesField({ id, used, megabytes, error }: Props) {
  const { files, message, choose, remove, send } = used
  return (
    <div className="field files">
      <label className="strong" htmlFor={id}>
        图纸、清单或照片
        <small className="muted">选填</small>
      </label>
      <input
        id={id}
        type="file"
        name={leadFileUpload.field}
        multiple
        accept={leadFileEndings.join(',')}
        aria-describedby={`${id}-help ${id}-error`}
        onChange={({ currentTarget }) => {
          choose(Array.from(currentTarget.files ?? []), megabytes)
          currentTarget.value = ''
        }}
      />
      <p className="muted small" id={`${id}-help`}>
        {`最多${maxLeadFiles}个，合计不超过${megabytes} MB：PDF、图片、CAD图纸、Word、Excel或ZIP`}
      </p>
      {files.length > 0 && (
        <ul className="stack tight">
          {files.map(({ file, name, size, progress, failure }) => (
            <li key={`${file.name}/${file.lastModified}/${file.size}`} className="row wraps">
              <bdi>{name}</bdi>
              <span className="muted small nowrap">{bytes(size)}</span>
              {progress !== undefined && <progress value={progress} aria-label={`${name}的上传进度`} />}
              {failure && <span className="field-error small">{failure}</span>}
              {failure && (
                <button type="button" className="more accent" onClick={() => void send(file)}>
                  重试
                </button>
              )}
              <button
                type="button"
                className="more accent"
                aria-label={`${progress === undefined ? '移除' : '取消'}${name}`}
                onClick={() => remove(file)}
              >
                {progress === undefined ? '移除' : '取消'}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p className="field-error small" id={`${id}-error`} aria-live="polite">
        {message || error}
      </p>
    </div>
  )
}
