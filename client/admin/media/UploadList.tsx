import { type ReactNode, type RefObject, useRef } from 'react'
import { bytes } from '../../../contract/text/bytes.ts'
import { documentEndings } from '../../../contract/media/documents.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { type FileFacts, isRunning, type Upload } from '../../lib/uploads.ts'
import { uploads, useUploads } from '../form/uploads.ts'
import { IconButton, LinkButton } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { addFiles, libraryForm } from './library.ts'
import { isFilmFile, isLargeFile } from './uploadFilm.ts'

/** What is being uploaded, each file with its progress. */
export function UploadList({ onOpen }: { onOpen?(id: string): void }) {
  const all = useUploads(uploads.all).filter(({ form }) => form === libraryForm)
  if (all.length === 0) return null
  const ended = all.filter(hasEnded)
  return (
    <section className="media-uploads boxed" aria-label="上传列表">
      <header className="split loose">
        <b role="status">{ended.length < all.length ? `正在上传 ${ended.length + 1}/${all.length}` : summaryOf(all)}</b>
        {ended.length > 0 && (
          <LinkButton
            onClick={({ currentTarget }) => {
              focusLibrary(currentTarget)
              for (const { id } of ended) uploads.remove(id)
            }}
          >
            清除已结束的
          </LinkButton>
        )}
      </header>
      <ul className="upload-rows">
        {all.map((upload) => (
          <UploadRow key={upload.id} upload={upload} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  )
}

const hasEnded = (upload: Upload): boolean => !isRunning(upload)

function summaryOf(all: readonly Upload[]): string {
  const failed = all.filter(({ state }) => state === 'failed').length
  return failed === 0 ? `已上传 ${all.length} 个文件` : `已上传 ${all.length - failed} 个文件，${failed} 个失败`
}

interface UploadRowProps {
  upload: Upload
  onOpen?: ((id: string) => void) | undefined
  /** Absent: it is taken off the list alone. */
  onRemove?(button: HTMLElement): void
}

export function UploadRow({ upload, onOpen, onRemove }: UploadRowProps) {
  const { id, file, state, progress, mediaId } = upload
  const row = useRef<HTMLLIElement>(null)
  const remove = (button: HTMLElement): void => {
    focusBeside(button)
    uploads.remove(id)
  }
  return (
    <FileRow
      ref={row}
      file={file}
      status={statusOf(upload)}
      failed={state === 'failed'}
      progress={isRunning(upload) && state !== 'waiting' ? progress : undefined}
      removeLabel={hasEnded(upload) ? '移除' : '取消上传'}
      onRemove={onRemove ?? remove}
    >
      {state === 'done' && mediaId !== undefined && onOpen && (
        <LinkButton onClick={() => onOpen(mediaId)}>{isFilmFile(file) ? '选择封面' : '查看'}</LinkButton>
      )}
      {state === 'failed' && upload.remedy && (
        <LinkButton
          aria-label={`${retryLabel(upload)}：${file.name}`}
          onClick={() => {
            // This button goes away.
            row.current?.querySelector<HTMLElement>('.icon-button')?.focus()
            uploads.retry(id)
          }}
        >
          {retryLabel(upload)}
        </LinkButton>
      )}
    </FileRow>
  )
}

interface FileRowProps {
  ref?: RefObject<HTMLLIElement | null>
  file: FileFacts
  /** How far it is, or what is wrong with it. */
  status: string
  failed: boolean
  /** Undefined where nothing is under way. */
  progress?: number | undefined
  removeLabel?: string
  /** Absent where it cannot be taken off the list. */
  onRemove?(button: HTMLElement): void
  /** What else can be done with it. */
  children?: ReactNode
}

/** A file that is going up, or will be. */
export const FileRow = ({
  ref,
  file,
  status,
  failed,
  progress,
  removeLabel = '移除',
  onRemove,
  children,
}: FileRowProps) => (
  <li ref={ref} className={failed ? 'bad' : undefined}>
    <span className="clamped" title={file.name}>
      {file.name}
    </span>
    <small className="digits">{bytes(file.size)}</small>
    {progress === undefined ? <i /> : <progress value={progress} aria-label={`上传进度：${file.name}`} />}
    <span className="media-upload-state muted digits" role={failed ? 'alert' : undefined}>
      {status}
    </span>
    {children}
    {onRemove && (
      <IconButton
        icon="close"
        label={`${removeLabel}：${file.name}`}
        onClick={({ currentTarget }) => onRemove(currentTarget)}
      />
    )}
  </li>
)

/** What is dismissed takes its buttons with it, and the focus would start again at the top of the page or dialog. */
const focusLibrary = (button: Element): void =>
  button
    .closest('.media-screen, .media-picker, .material-dialog')
    ?.querySelector<HTMLElement>('.media-list, .material-drop button')
    ?.focus({ preventScroll: true })

/** Finds the same button of the next row, or of the one before. */
export function focusBeside(button: Element): void {
  const row = button.closest('li')
  const beside = (row?.nextElementSibling ?? row?.previousElementSibling)?.querySelector<HTMLElement>('.icon-button')
  if (beside) beside.focus()
  else focusLibrary(button)
}

const retryLabel = ({ file }: Upload): string => (isLargeFile(file) ? '继续上传' : '重试')

function statusOf({ file, state, progress, error }: Upload): string {
  if (state === 'waiting') return '等待中'
  if (state === 'offline') return '网络中断，恢复后自动继续'
  if (state === 'done') return '已完成'
  if (state === 'failed') return error
  if (progress >= 1) return '正在处理…'
  return progress > 0 || isLargeFile(file) ? `${Math.floor(progress * 100)}%` : '正在准备…'
}

/** Films by their extensions, too: some systems do not report their type. */
const acceptedTypes = {
  picture: pictureTypes,
  film: ['video/mp4', '.mp4'],
  document: documentEndings,
} as const

interface UploadButtonProps {
  primary?: boolean
  /** All if none is given. */
  type?: keyof typeof acceptedTypes
  label?: string
  disabled?: boolean
  add?(files: File[]): void
}

export function UploadButton({
  primary = false,
  type,
  label = '上传素材',
  disabled = false,
  add = addFiles,
}: UploadButtonProps) {
  return (
    <FileButton
      label={label}
      accept={type ? acceptedTypes[type] : Object.values(acceptedTypes).flat()}
      kind={primary && 'primary'}
      icon="upload"
      disabled={disabled}
      take={add}
    />
  )
}
