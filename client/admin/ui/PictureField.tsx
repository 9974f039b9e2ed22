import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { limits, messages } from '../../../contract/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { shrunk } from '../../lib/bytes.ts'
import { listen } from '../../lib/listen.ts'
import { pictureTypeFault, pictureTypes } from '../../lib/pictureTypeFault.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { toast } from './Toast.tsx'

/** A file that is too large is scaled down first; `onShrunk` is called with its new size. */
export type UploadPicture = (file: File, onProgress: (share: number) => void, signal: AbortSignal, onShrunk?: (size: number) => void) => Promise<string>

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  /** Uploads the file and returns its address. */
  upload: UploadPicture
  tooLarge: string
  /** Chooses one that was uploaded before; undefined when none was chosen. */
  pick?(): Promise<string | undefined>
}

type Upload =
  | { is: 'idle'; note?: string | undefined }
  | { is: 'shrinking' }
  | { is: 'sending'; share: number }
  | { is: 'failed'; message: string; file?: File }

/** One picture: chosen, dropped or pasted; validated, uploaded with its progress, shown, replaced, removed. */
export function PictureField({ label, name, value, onChange, error, disabled = false, upload, tooLarge, pick }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  const [state, setState] = useState<Upload>({ is: 'idle' })
  const [dragging, setDragging] = useState(false)
  const preview = usePreview(value === '' ? [] : [{ image: value, name: label }])
  const sending = state.is === 'sending' || state.is === 'shrinking'

  useEffect(() => () => running.current?.abort(), [])

  const accept = async (file: File | undefined): Promise<void> => {
    if (!file || disabled) return
    const error = pictureError(file, tooLarge)
    if (error === undefined) return send(file)
    setState({ is: 'failed', message: error, ...(error === tooLarge && { file }) })
  }
  const send = async (file: File): Promise<void> => {
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const show = (next: Upload): void => void (!signal.aborted && setState(next))
    let note: string | undefined
    setState(file.size >= limits.imageUnder ? { is: 'shrinking' } : { is: 'sending', share: 0 })
    try {
      const address = await upload(file, (share) => show({ is: 'sending', share }), signal, (size) => {
        note = shrunk(file.size, size)
        show({ is: 'sending', share: 0 })
      })
      if (signal.aborted) return
      setState({ is: 'idle', note })
      onChange(address)
      toast(messages.uploaded, 'good')
    } catch (cause) {
      if (signal.aborted) return
      setState({ is: 'failed', message: cause instanceof CallError ? cause.message : '上传失败，请重试', file })
    }
  }
  const stop = (): void => {
    running.current?.abort()
    setState({ is: 'idle' })
  }

  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    const file = pictureIn(event.clipboardData?.files)
    if (!file || event.defaultPrevented || isForField(event)) return
    event.preventDefault()
    void accept(file)
  })
  useEffect(() => listen(document, { paste: (event) => onPaste(event) }), [])

  const drop = {
    onDragOver(event: DragEvent): void {
      if (disabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setDragging(true)
    },
    onDragLeave: (event: DragEvent): void => void (!event.currentTarget.contains(event.relatedTarget as Node | null) && setDragging(false)),
    onDrop(event: DragEvent): void {
      event.preventDefault()
      setDragging(false)
      void accept(event.dataTransfer.files[0])
    },
  }
  const openChooser = (): void => input.current?.click()
  const pickOther = async (): Promise<void> => {
    const address = await pick?.()
    if (address === undefined) return
    setState({ is: 'idle' })
    onChange(address)
  }
  const failed = state.is === 'failed' ? state : undefined
  const retry = (text: string, file: File): ReactNode => (
    <button type="button" className="link" onClick={() => void send(file)}>
      {text}
    </button>
  )
  const large = failed?.message === tooLarge ? failed.file : undefined
  return (
    <Field id={id} label={label} group error={failed?.message ?? error} hint={state.is === 'idle' && state.note !== undefined ? state.note : '只能上传jpg/png文件，且小于2MB'} remedy={large && retry('压缩后上传', large)}>
      <div className={dragging ? 'picture over' : 'picture'} {...drop}>
        {value !== '' && (
          <button type="button" className="picture-thumbnail" aria-label={`查看大图：${label}`} onClick={() => preview.open(0)}>
            <img src={value} alt="" />
          </button>
        )}
        {!disabled && value === '' && !sending && (
          <button type="button" className="picture-add" onClick={openChooser} aria-describedby={`${id}-note`}>
            <AdminIcon name="upload" />
            <span>点击上传</span>
            <small>也可以拖入或粘贴图片</small>
          </button>
        )}
        {disabled && value === '' && <p className="picture-empty">未上传</p>}
        {sending && (
          <div className="picture-sending">
            <progress {...(state.is === 'sending' && { value: state.share })} aria-label={`${label}上传进度`} />
            <span>{state.is === 'shrinking' ? '正在压缩…' : state.share < 1 ? `正在上传 ${Math.round(state.share * 100)}%` : '正在处理…'}</span>
            <button type="button" className="link" onClick={stop}>
              取消上传
            </button>
          </div>
        )}
        {!disabled && !sending && (
          <div className="picture-actions">
            {failed?.file && !large && retry('重试', failed.file)}
            {value !== '' && (
              <button type="button" className="link" onClick={openChooser}>
                更换图片
              </button>
            )}
            {pick && (
              <button type="button" className="link" onClick={() => void pickOther()}>
                从素材库选择
              </button>
            )}
            {value !== '' && (
              <button
                type="button"
                className="link bad"
                onClick={() => {
                  setState({ is: 'idle' })
                  onChange('')
                }}
              >
                移除
              </button>
            )}
          </div>
        )}
        <input
          ref={input}
          type="file"
          name={name}
          accept={pictureTypes.join()}
          disabled={disabled}
          tabIndex={-1}
          hidden
          aria-label={label}
          onChange={(event) => {
            const file = event.target.files?.[0]
            // The same file may be chosen again after a failure.
            event.target.value = ''
            void accept(file)
          }}
        />
      </div>
      {/* Esc closes the picture, not the form below it. */}
      <div onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>{preview.dialog}</div>
    </Field>
  )
}

/** The error of a file, in the order of the server: first its type, then its size. */
export function pictureError(file: { type: string; name?: string; size: number }, tooLarge: string): string | undefined {
  return pictureTypeFault(file) ?? (file.size < limits.imageUnder ? undefined : tooLarge)
}

/** The editor inserts pictures itself, and a text field inserts the text that is copied with them. */
function isForField({ target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[contenteditable]')) return true
  return target.closest('input, textarea') !== null && clipboardData?.getData('text/plain') !== ''
}

const pictureIn = (files: FileList | undefined): File | undefined => [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
