import { useEffect, useId, useRef } from 'react'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import type { Target, Upload } from '../../lib/uploads.ts'
import { usePreview } from '../../ui/usePreview.tsx'
import { AdminIcon, LinkButton } from '../ui/buttons.tsx'
import { Field, type FieldProps } from '../ui/fields.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { toast } from '../ui/Toast.tsx'
import { canCrop, openCropper, type Shape } from '../media/CropDialog.tsx'
import { describeCrop } from '../media/describeCrop.ts'
import { uploads } from '../form/uploads.ts'
import { usePastedPictures } from '../form/usePastedPictures.ts'
import { useUpload } from '../form/useUpload.ts'

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  /** One of many in a form: what files may be chosen stands only below one that is empty. */
  brief?: boolean
  target: Target
  /** Chooses one that was uploaded before; undefined when none was chosen. */
  pick?(): Promise<string | undefined>
  /** There is always one: it can be replaced, not removed. */
  required?: boolean
  /** It is drawn for a dark ground. */
  onDark?: true | undefined
  /** The shape it is shown in, in pixels. */
  shape?: Shape | undefined
}

/** What may be chosen; in the settings also how large it is shown. */
const acceptedWords = (shape: Shape | undefined): string =>
  `只能上传jpg/png文件，且小于2MB${shape ? `；显示为${shape.join('×')}` : ''}`

/** One picture: chosen, dropped or pasted; validated, uploaded with its progress, shown, replaced, removed. */
export function PictureField({
  label,
  name,
  value,
  onChange,
  error,
  disabled = false,
  brief = false,
  target,
  pick,
  required = false,
  onDark,
  shape,
}: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const box = useRef<HTMLDivElement>(null)
  /** Whether somebody has used the field, other than by loading a record into it. */
  const used = useRef(false)
  const { upload, running, failed, ...uploading } = useUpload(target, onChange)
  const send = (file: File | undefined): void => {
    if (!file || disabled) return
    used.current = true
    uploading.send(file)
  }
  const set = (address: string): void => {
    used.current = true
    // One that a paste has started would replace it.
    uploading.remove()
    onChange(address)
  }
  const withdraw = useRef(() => {})
  // What it would undo is not seen any more.
  useEffect(() => () => withdraw.current(), [])
  const crop = async (): Promise<void> => {
    const file = await openCropper({ address: value, name: label, shape })
    if (!file) return
    used.current = true
    uploading.send(file, (address) => {
      withdraw.current = toast('已裁切，原图还在素材库里', 'good', { undo: () => set(value) })
      // Without them it is a picture like any other that was uploaded.
      describeCrop(value, address).catch(() => {})
    })
  }
  const drop = useFileDrops(([file]) => send(file), { disabled, note: (count) => noteOfDrop(count, value) })
  const preview = usePreview(`${target.form} ${target.field}`, value === '' ? [] : [{ image: value, name: label }])
  const openChooser = (): void => input.current?.click()
  const words = acceptedWords(brief ? shape : undefined)
  const hint = brief && value !== '' ? undefined : words

  useEffect(() => {
    // The message may be below what is seen of a long form.
    if (failed) box.current?.parentElement?.lastElementChild?.scrollIntoView({ block: 'nearest' })
    // The button that was pressed may be gone: the focus would start again at the top.
    if (used.current && document.activeElement === document.body) box.current?.querySelector('button')?.focus()
  }, [upload?.state, value])

  usePastedPictures(box, true, ([file]) => send(file))

  return (
    <Field
      id={id}
      label={label}
      group
      error={failed?.error ?? error}
      hint={upload?.note || hint}
      remedy={
        failed?.remedy === 'shrink' && <LinkButton onClick={() => uploads.retry(failed.id)}>压缩后上传</LinkButton>
      }
    >
      <div className="picture row wraps" ref={box} tabIndex={-1} data-pastes {...drop}>
        {value !== '' && (
          <button
            type="button"
            className={onDark ? 'picture-thumbnail boxed on-dark' : 'picture-thumbnail boxed'}
            aria-label={`查看大图：${label}`}
            onClick={() => preview.open(0)}
          >
            <img src={value} alt="" />
          </button>
        )}
        {value === '' && !running && <Empty disabled={disabled} note={`${id}-note`} onClick={openChooser} />}
        {running && <Sending label={label} upload={running} onStop={uploading.remove} />}
        {!disabled && !running && <Actions {...{ value, pick, set, failed, crop, required }} choose={openChooser} />}
        <input
          ref={input}
          type="file"
          name={name}
          accept={pictureTypes.join()}
          disabled={disabled}
          tabIndex={-1}
          hidden
          aria-label={label}
          onChange={({ target: chosen }) => {
            send(chosen.files?.[0])
            // The same file may be chosen again after a failure.
            chosen.value = ''
          }}
        />
      </div>
      {/* Esc closes the picture, not the form below it. */}
      <div onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}>{preview.dialog}</div>
    </Field>
  )
}

function noteOfDrop(count: number, value: string): string {
  if (count > 1) return `这里放一张图片：使用第一张，其余${count - 1}张不上传`
  return value === '' ? '松开后上传' : '松开后上传，换掉现在的图片'
}

interface ActionProps extends Pick<Props, 'value'> {
  pick: Props['pick']
  required: boolean
  failed: Upload | undefined
  choose(): void
  crop(): Promise<void>
  set(address: string): void
}

function Actions({ value, pick, failed, choose, crop, set, required }: ActionProps) {
  const pickOther = async (): Promise<void> => {
    const address = await pick?.()
    if (address !== undefined) set(address)
  }
  return (
    <div className="picture-actions row wraps tight">
      {failed?.remedy === 'retry' && <LinkButton onClick={() => uploads.retry(failed.id)}>重试</LinkButton>}
      {value !== '' && <LinkButton onClick={choose}>更换图片</LinkButton>}
      {pick && <LinkButton onClick={() => void pickOther()}>从素材库选择</LinkButton>}
      {canCrop(value) && <LinkButton onClick={() => void crop()}>裁切</LinkButton>}
      {value !== '' && !required && (
        <LinkButton bad onClick={() => set('')}>
          移除
        </LinkButton>
      )}
    </div>
  )
}

function Empty({ disabled, note, onClick }: { disabled: boolean; note: string; onClick(): void }) {
  if (disabled) return <p className="picture-empty boxed center muted">未上传</p>
  return (
    <button type="button" className="picture-add center" onClick={onClick} aria-describedby={note}>
      <AdminIcon name="upload" />
      <span>点击上传</span>
      <small className="small">也可以拖入或粘贴图片</small>
    </button>
  )
}

function Sending({ label, upload: { state, progress }, onStop }: { label: string; upload: Upload; onStop(): void }) {
  const shrinking = state === 'shrinking'
  const sending = progress < 1 ? `正在上传 ${Math.round(progress * 100)}%` : '正在处理…'
  return (
    <div className="picture-sending stack tight muted">
      <progress {...(!shrinking && { value: progress })} aria-label={`${label}上传进度`} />
      <span>{shrinking ? '正在压缩…' : sending}</span>
      <LinkButton onClick={onStop}>取消上传</LinkButton>
    </div>
  )
}
