import { type DragEvent, useEffect, useEffectEvent, useId, useInsertionEffect, useRef, useState } from 'react'
import { limits, messages } from '../../../contract/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { shrunk } from '../../lib/bytes.ts'
import { listen } from '../../lib/listen.ts'
import { pictureError, pictureTypes } from '../../lib/pictureErrors.ts'
import { AdminIcon } from './AdminIcon.tsx'
import { Field, type FieldProps } from './Field.tsx'
import { toast } from './Toast.tsx'

/** A file that is too large is scaled down first; `onShrunk` is called with its new size. */
export type UploadPicture = (file: File, onProgress: (progress: number) => void, signal: AbortSignal, onShrunk?: (size: number) => void) => Promise<string>

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  /** Uploads the file and returns its address. */
  upload: UploadPicture
  tooLarge: string
  /** Chooses one that was uploaded before; undefined when none was chosen. */
  pick?(): Promise<string | undefined>
}

type Running = { is: 'shrinking' } | { is: 'sending'; progress: number }
type Upload = Running | { is: 'idle'; note?: string | undefined } | { is: 'failed'; message: string; file?: File }
const isRunning = (state: Upload): state is Running => state.is === 'shrinking' || state.is === 'sending'

/** One picture: chosen, dropped or pasted; validated, uploaded with its progress, shown, replaced, removed. */
export function PictureField({ label, name, value, onChange, error, disabled = false, upload, tooLarge, pick }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { state, set, stop, accept, send, started } = useUpload({ upload, tooLarge, disabled, onChange })
  const { over, handlers } = useDrop(disabled, accept)
  const preview = usePreview(value === '' ? [] : [{ image: value, name: label }])
  const openChooser = (): void => input.current?.click()
  const failed = state.is === 'failed' ? state : undefined
  const tooLargeFile = failed?.message === tooLarge ? failed.file : undefined

  useEffect(() => {
    // The message may be below what is seen of a long form.
    if (state.is === 'failed') box.current?.parentElement?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed may be gone: the focus would start again at the top.
    if (started.current && document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [state.is, value])

  const onPaste = useEffectEvent((event: ClipboardEvent): void => {
    const file = pictureIn(event.clipboardData?.files)
    if (!file || event.defaultPrevented || isForField(event)) return
    event.preventDefault()
    accept(file)
  })
  useEffect(() => listen(document, { paste: (event) => onPaste(event) }), [])

  return (
    <Field id={id} label={label} group error={failed?.message ?? error} hint={(state.is === 'idle' && state.note) || '只能上传jpg/png文件，且小于2MB'} remedy={tooLargeFile && <Link onClick={() => send(tooLargeFile)}>压缩后上传</Link>}>
      <div className={over ? 'picture over' : 'picture'} ref={box} {...handlers}>
        {value !== '' && (
          <button type="button" className="picture-thumbnail" aria-label={`查看大图：${label}`} onClick={() => preview.open(0)}>
            <img src={value} alt="" />
          </button>
        )}
        {value === '' && !isRunning(state) && <Empty disabled={disabled} note={`${id}-note`} onClick={openChooser} />}
        {isRunning(state) && <Sending label={label} state={state} onStop={stop} />}
        {!disabled && !isRunning(state) && <Actions {...{ value, pick, set, send }} failed={tooLargeFile ? undefined : failed?.file} choose={openChooser} />}
        <input
          ref={input} type="file" name={name} accept={pictureTypes.join()} disabled={disabled} tabIndex={-1} hidden aria-label={label}
          onChange={({ target }) => {
            accept(target.files?.[0])
            // The same file may be chosen again after a failure.
            target.value = ''
          }}
        />
      </div>
      {/* Esc closes the picture, not the form below it. */}
      <div onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>{preview.dialog}</div>
    </Field>
  )
}

function Link({ bad = false, onClick, children }: { bad?: boolean; onClick(): void; children: string }) {
  return (
    <button type="button" className={bad ? 'link bad' : 'link'} onClick={onClick}>
      {children}
    </button>
  )
}

interface ActionProps extends Pick<Props, 'value'> {
  pick: Props['pick']
  /** The file whose upload may be tried again. */
  failed: File | undefined
  send(file: File): void
  choose(): void
  set(address: string): void
}

function Actions({ value, pick, failed, send, choose, set }: ActionProps) {
  const pickOther = async (): Promise<void> => {
    const address = await pick?.()
    if (address !== undefined) set(address)
  }
  return (
    <div className="picture-actions">
      {failed && <Link onClick={() => send(failed)}>重试</Link>}
      {value !== '' && <Link onClick={choose}>更换图片</Link>}
      {pick && <Link onClick={() => void pickOther()}>从素材库选择</Link>}
      {value !== '' && (
        <Link bad onClick={() => set('')}>
          移除
        </Link>
      )}
    </div>
  )
}

function Empty({ disabled, note, onClick }: { disabled: boolean; note: string; onClick(): void }) {
  if (disabled) return <p className="picture-empty">未上传</p>
  return (
    <button type="button" className="picture-add" onClick={onClick} aria-describedby={note}>
      <AdminIcon name="upload" />
      <span>点击上传</span>
      <small>也可以拖入或粘贴图片</small>
    </button>
  )
}

function Sending({ label, state, onStop }: { label: string; state: Running; onStop(): void }) {
  return (
    <div className="picture-sending">
      <progress {...(state.is === 'sending' && { value: state.progress })} aria-label={`${label}上传进度`} />
      <span>{state.is === 'shrinking' ? '正在压缩…' : state.progress < 1 ? `正在上传 ${Math.round(state.progress * 100)}%` : '正在处理…'}</span>
      <Link onClick={onStop}>取消上传</Link>
    </div>
  )
}

interface UploadProps extends Pick<Props, 'upload' | 'tooLarge' | 'onChange'> {
  disabled: boolean
}

/** The upload of the picture that was chosen last. */
function useUpload({ upload, tooLarge, disabled, onChange }: UploadProps) {
  const running = useRef<AbortController>(undefined)
  /** Whether somebody has used the field, other than by loading a record into it. */
  const started = useRef(false)
  const [state, setState] = useState<Upload>({ is: 'idle' })
  // An insertion effect, because a hidden Activity cleans up all others, and its uploads go on.
  useInsertionEffect(() => () => running.current?.abort(), [])

  const send = async (file: File): Promise<void> => {
    started.current = true
    running.current?.abort()
    const { signal } = (running.current = new AbortController())
    const show = (next: Upload): void => void (!signal.aborted && setState(next))
    let note: string | undefined
    setState(file.size >= limits.imageUnder ? { is: 'shrinking' } : { is: 'sending', progress: 0 })
    try {
      const address = await upload(file, (progress) => show({ is: 'sending', progress }), signal, (size) => {
        note = shrunk(file.size, size)
        show({ is: 'sending', progress: 0 })
      })
      if (signal.aborted) return
      setState({ is: 'idle', note })
      onChange(address)
      toast(messages.uploaded, 'good')
    } catch (cause) {
      if (signal.aborted) return
      const message = cause instanceof CallError ? cause.message : '上传失败，请重试'
      setState({ is: 'failed', message, ...(message !== messages.notShrunk && { file }) })
    }
  }
  return {
    state,
    started,
    send: (file: File): void => void send(file),
    accept(file: File | undefined): void {
      if (!file || disabled) return
      const error = pictureError(file, tooLarge)
      if (error === undefined) void send(file)
      else setState({ is: 'failed', message: error, ...(error === tooLarge && { file }) })
    },
    stop(): void {
      running.current?.abort()
      setState({ is: 'idle' })
    },
    set(address: string): void {
      // An upload that a paste has started would replace it.
      started.current = true
      running.current?.abort()
      setState({ is: 'idle' })
      onChange(address)
    },
  }
}

function useDrop(disabled: boolean, accept: (file: File | undefined) => void) {
  const [over, setOver] = useState(false)
  const handlers = {
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
      accept(event.dataTransfer.files[0])
    },
  }
  return { over, handlers }
}

/** The editor inserts pictures itself; a text field inserts the text that was copied with them. */
function isForField({ target, clipboardData }: ClipboardEvent): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest('[contenteditable]')) return true
  return target.closest('input, textarea') !== null && clipboardData?.getData('text/plain') !== ''
}

const pictureIn = (files: FileList | undefined): File | undefined => [...(files ?? [])].find(({ type }) => type.startsWith('image/'))
