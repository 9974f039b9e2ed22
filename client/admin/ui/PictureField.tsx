import { type DragEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { limits, messages } from '../../../contract/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { shrunk } from '../../lib/bytes.ts'
import { pictureTypes } from '../../lib/pictureTypeFault.ts'
import { pictureFault } from '../forms/pictureFault.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { toast } from './Toast.tsx'

/** A file that is too large is made smaller first; `onShrunk` hears how small it became. */
export type UploadPicture = (file: File, onProgress: (share: number) => void, signal: AbortSignal, onShrunk?: (size: number) => void) => Promise<string>

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  /** Sends the file and gives its address. */
  upload: UploadPicture
  tooLarge: string
}

type Work =
  | { is: 'idle'; note?: string | undefined }
  | { is: 'shrinking' }
  | { is: 'sending'; share: number }
  | { is: 'failed'; why: string; file?: File }

/** One picture: clicked for, dragged in or pasted; checked, sent with its progress shown, seen, exchanged, removed. */
export function PictureField({ label, name, value, onChange, fault, disabled = false, upload, tooLarge }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(undefined)
  const [work, setWork] = useState<Work>({ is: 'idle' })
  const [over, setOver] = useState(false)
  const preview = usePreview(value === '' ? [] : [{ image: value, name: label }])
  const sending = work.is === 'sending' || work.is === 'shrinking'

  useEffect(() => () => running.current?.abort(), [])

  const take = async (file: File | undefined): Promise<void> => {
    if (!file || disabled) return
    const wrong = pictureFault(file, tooLarge)
    if (wrong === undefined) return send(file)
    setWork({ is: 'failed', why: wrong, ...(wrong === tooLarge && { file }) })
  }
  const send = async (file: File): Promise<void> => {
    running.current?.abort()
    const mine = (running.current = new AbortController())
    const show = (now: Work): void => void (!mine.signal.aborted && setWork(now))
    let note: string | undefined
    setWork(file.size >= limits.imageUnder ? { is: 'shrinking' } : { is: 'sending', share: 0 })
    try {
      const address = await upload(file, (share) => show({ is: 'sending', share }), mine.signal, (size) => {
        note = shrunk(file.size, size)
        show({ is: 'sending', share: 0 })
      })
      if (mine.signal.aborted) return
      setWork({ is: 'idle', note })
      onChange(address)
      toast(messages.uploaded, 'good')
    } catch (cause) {
      if (mine.signal.aborted) return
      setWork({ is: 'failed', why: cause instanceof CallError ? cause.message : '上传失败，请重试', file })
    }
  }
  const stop = (): void => {
    running.current?.abort()
    setWork({ is: 'idle' })
  }

  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    const file = pictureIn(event.clipboardData?.files)
    if (!file || event.defaultPrevented || hasOwnUse(event)) return
    event.preventDefault()
    void take(file)
  })
  useEffect(() => {
    const listen = (event: ClipboardEvent): void => onPaste(event)
    document.addEventListener('paste', listen)
    return () => document.removeEventListener('paste', listen)
  }, [])

  const drop = {
    onDragOver(event: DragEvent): void {
      if (disabled || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      setOver(true)
    },
    onDragLeave: (event: DragEvent): void => void (!event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)),
    onDrop(event: DragEvent): void {
      event.preventDefault()
      setOver(false)
      void take(event.dataTransfer.files[0])
    },
  }
  const choose = (): void => input.current?.click()
  const failed = work.is === 'failed' ? work : undefined
  const again = (words: string, file: File): ReactNode => (
    <button type="button" className="link" onClick={() => void send(file)}>
      {words}
    </button>
  )
  const large = failed?.why === tooLarge ? failed.file : undefined
  return (
    <Field id={id} label={label} group fault={failed?.why ?? fault} hint={work.is === 'idle' && work.note !== undefined ? work.note : '只能上传jpg/png文件，且小于2MB'} remedy={large && again('压缩后上传', large)}>
      <div className={over ? 'picture over' : 'picture'} {...drop}>
        {value !== '' && (
          <button type="button" className="picture-thumbnail" aria-label={`查看大图：${label}`} onClick={() => preview.open(0)}>
            <img src={value} alt="" />
          </button>
        )}
        {!disabled && value === '' && !sending && (
          <button type="button" className="picture-add" onClick={choose} aria-describedby={`${id}-note`}>
            <AdminIcon name="upload" />
            <span>点击上传</span>
            <small>也可以拖入或粘贴图片</small>
          </button>
        )}
        {disabled && value === '' && <p className="picture-none">未上传</p>}
        {sending && (
          <div className="picture-sending">
            <progress {...(work.is === 'sending' && { value: work.share })} aria-label={`${label}上传进度`} />
            <span>{work.is === 'shrinking' ? '正在压缩…' : work.share < 1 ? `正在上传 ${Math.round(work.share * 100)}%` : '正在处理…'}</span>
            <button type="button" className="link" onClick={stop}>
              取消上传
            </button>
          </div>
        )}
        {!disabled && !sending && (value !== '' || (failed?.file && !large)) && (
          <div className="picture-acts">
            {failed?.file && !large && again('重试', failed.file)}
            {value !== '' && (
              <>
                <button type="button" className="link" onClick={choose}>
                  更换图片
                </button>
                <button
                  type="button"
                  className="link bad"
                  onClick={() => {
                    setWork({ is: 'idle' })
                    onChange('')
                  }}
                >
                  移除
                </button>
              </>
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
            void take(file)
          }}
        />
      </div>
      {/* Esc closes the picture, not the form under it. */}
      <div onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>{preview.dialog}</div>
    </Field>
  )
}

/** The editor takes pictures itself, and a text field what words come along with them. */
function hasOwnUse({ target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[contenteditable]')) return true
  return target.closest('input, textarea') !== null && clipboardData?.getData('text/plain') !== ''
}

const pictureIn = (files: FileList | undefined): File | undefined => [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
