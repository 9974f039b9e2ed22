import { type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { leadFileEndings, leadFileUpload, leadFileWords, maxLeadFiles } from '../../../contract/leadFiles.ts'
import type { ChosenFiles } from './ChosenFiles.tsx'

/** The files of a form, as far as its sending is concerned. */
export interface SentFiles {
  /** Undefined while one is still going up. */
  read(): { fileIds: readonly string[]; withoutFiles: boolean } | undefined
  clear(): void
  say(message: string): void
}

interface Props {
  id: string
  sent: RefObject<SentFiles | null>
  megabytes: number
  /** Of a form that was sent without a script. */
  error: string | undefined
}

/** The input is there without a script, too; what sends its files is loaded when somebody reaches for it. */
export function FilesField({ id, sent, megabytes, error }: Props) {
  const input = useRef<HTMLInputElement>(null)
  const chosen = useRef<Pick<SentFiles, 'read' | 'clear'>>(null)
  const [Chosen, setChosen] = useState<typeof ChosenFiles>()
  const [message, say] = useState(error)
  const load = async (): Promise<void> => {
    say('')
    try {
      const part = await import('./ChosenFiles.tsx')
      setChosen(() => part.ChosenFiles)
    } catch {
      say(leadFileWords.failed)
    }
  }
  useEffect(() => {
    // Chosen before the script ran.
    if (input.current?.value) void load()
  }, [])
  useImperativeHandle(sent, () => ({
    read() {
      const isWaiting = Boolean(input.current?.value)
      if (isWaiting) void load()
      const read = chosen.current ? chosen.current.read() : { fileIds: [], withoutFiles: false }
      if (!isWaiting && read) return read
      say(leadFileWords.running)
      return undefined
    },
    clear: () => chosen.current?.clear(),
    say,
  }))
  return (
    <div className="field files">
      <label className="strong" htmlFor={id}>
        图纸、清单或照片
        <small className="muted">选填</small>
      </label>
      <span className="pick">
        <input
          ref={input}
          id={id}
          type="file"
          name={leadFileUpload.field}
          multiple
          accept={leadFileEndings.join()}
          aria-describedby={`${id}-help ${id}-error`}
          onFocus={load}
          onChange={load}
        />
        <span className="button outline" aria-hidden="true">
          选择文件
        </span>
      </span>
      <p className="muted small" id={`${id}-help`}>
        {`最多${maxLeadFiles}个，合计不超过${megabytes} MB：PDF、图片、CAD图纸、Word、Excel或ZIP`}
      </p>
      {Chosen && <Chosen input={input} sent={chosen} megabytes={megabytes} />}
      <p className="field-error small" id={`${id}-error`} aria-live="polite">
        {message}
      </p>
    </div>
  )
}
