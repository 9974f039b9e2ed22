import { type RefObject, useEffect, useRef, useState } from 'react'
import { maxLeadFiles } from '../../../contract/leads/leadFiles.ts'
import type { KeptFiles, SentFiles } from './applyKinds.ts'

/** Phones offer the camera where pictures are among them. */
const accept = 'image/jpeg,image/png,.pdf,.dwg,.dxf,.docx,.xlsx,.zip'

interface Props {
  id: string
  /** Of this form, until it is sent: a phone that opens its camera may have to load the page anew. */
  kept: KeptFiles
  /** There once a script sends them. */
  sent: RefObject<SentFiles | null>
  megabytes: number
  /** Of a form that was sent without a script. */
  error: string | undefined
}

/** The input is there without a script, too; what sends its files is loaded when somebody reaches for it. */
export function FilesField({ error, ...props }: Props) {
  const { id, megabytes } = props
  const input = useRef<HTMLInputElement>(null)
  const [part, setPart] = useState<typeof import('./ChosenFiles.tsx')>()
  const load = (): void => void import('./ChosenFiles.tsx').then(setPart, () => {})
  useEffect(() => {
    // Chosen before the script ran.
    if (input.current?.value || props.kept.text()) load()
  }, [])
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
          name="file"
          multiple
          accept={accept}
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
      {part ? (
        <part.ChosenFiles {...props} input={input} />
      ) : (
        <p className="field-error small" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  )
}
