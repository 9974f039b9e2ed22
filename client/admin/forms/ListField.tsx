import { type ReactNode, useId, useRef, useState } from 'react'
import { fieldList, fieldText } from '../../../contract/merge.ts'
import { isRunning, type Target, type Upload } from '../../lib/uploads.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { Field, type FieldProps } from '../ui/Field.tsx'
import { toast } from '../ui/Toast.tsx'
import { uploads, useUploads } from '../work/uploads.ts'
import { usePastedPictures } from './usePastedPictures.ts'

/** Items that are files. */
interface Files<Item> {
  target: Target
  /** On the button. */
  words: string
  /** As in the attribute of an input. */
  accept: string
  itemOf(address: string, fileName: string): Item
  /** Chooses one of the library; undefined when none was chosen. */
  pick(): Promise<Item | undefined>
}

interface RowParts<Item> {
  item: Item
  index: number
  disabled: boolean
  change(item: Item): void
  /** Puts items in its place. */
  replace(items: readonly Item[]): void
}

interface Props<Item> extends Omit<FieldProps, 'inline'> {
  max: number
  /** As `资料最多12份`, when more were chosen. */
  full: string
  nameOf(item: Item, index: number): string
  row(parts: RowParts<Item>): ReactNode
  files?: Files<Item>
  /** What is added by a button, where items are no files. */
  empty?: { words: string; item: Item }
}

/** A list of a record, in its order; the value is JSON. Folded while it is empty, since most records have none. */
export function ListField<Item>(props: Props<Item>) {
  const { label, error, hint, disabled = false, max, full, nameOf, row, files, empty } = props
  const id = useId()
  const box = useRef<HTMLDetailsElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState(false)
  const { items, change, add } = useItems<Item>(props)
  const sending = useUploads(uploads.all).filter(({ form, field }) => form === files?.target.form && field === files.target.field)
  const focusRow = (index: number, wanted = 'input'): void => void requestAnimationFrame(() => {
    const parts = list.current?.children[index]
    const part = parts?.querySelector<HTMLElement>(wanted) ?? parts?.querySelector<HTMLElement>('button:enabled')
    part?.focus()
  })
  const move = (from: number, to: number): void => {
    const next = items.filter((_, index) => index !== from)
    next.splice(to, 0, ...items.slice(from, from + 1))
    // The button that was pressed goes along.
    focusRow(to, `[data-does=${document.activeElement?.getAttribute('data-does')}]:enabled`)
    change(next)
  }
  const remove = (index: number): void => {
    change(items.filter((_, at) => at !== index))
    if (items.length > 1) focusRow(Math.min(index, items.length - 2))
    else box.current?.querySelector('summary')?.focus()
  }
  const count = items.length + sending.length
  const send = (chosen: readonly File[]): void => {
    if (!files) return
    if (chosen.length > max - count) toast(full, 'bad')
    for (const file of chosen.slice(0, max - count)) {
      uploads.add(files.target, file, ({ id: sent, state, address }) => {
        if (state !== 'done') return
        uploads.remove(sent)
        add(files.itemOf(address, file.name))
      })
    }
  }
  const takesPictures = !disabled && files?.accept.includes('image/') === true
  usePastedPictures(box, false, send)
  return (
    <details
      className="list-fold" open={opened || count > 0 || error !== undefined} ref={box} data-pastes={takesPictures || undefined}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{count > 0 ? `${label}（${items.length}）` : label}</summary>
      <Field id={id} label={label} labelHidden group error={error} hint={hint}>
        <ol className="item-list stack tight" ref={list}>
          {items.map((item, index) => (
            <li className="row" key={index}>
              {row({
                item, index, disabled, change: (changed) => change(items.map((each, at) => (at === index ? changed : each))),
                replace: (others) => change([...items.slice(0, index), ...others, ...items.slice(index + 1)]),
              })}
              {!disabled && (
                <RowActions
                  name={nameOf(item, index)} index={index} last={index === items.length - 1} onMove={(to) => move(index, to)}
                  onRemove={() => remove(index)}
                />
              )}
            </li>
          ))}
          {sending.map((upload) => <Sending key={upload.id} upload={upload} />)}
        </ol>
        {files && <FileButtons {...{ label, disabled, files, add, send }} isFull={count >= max} />}
        {empty && !disabled && (
          <button
            type="button" className="button" disabled={count >= max}
            onClick={() => {
              focusRow(items.length)
              add(empty.item)
            }}
          >
            <AdminIcon name="plus" />
            {empty.words}
          </button>
        )}
      </Field>
    </details>
  )
}

/** Uploads end at any time: each adds to what the list is by then. */
function useItems<Item>({ value, onChange, max, full }: Pick<Props<Item>, 'value' | 'onChange' | 'max' | 'full'>) {
  const items = fieldList(value) as Item[]
  const latest = useRef(items)
  latest.current = items
  const change = (next: readonly Item[]): void => {
    if (next.length > max) toast(full, 'bad')
    latest.current = next.slice(0, max)
    onChange(fieldText(latest.current))
  }
  return { items, change, add: (item: Item) => change([...latest.current, item]) }
}

interface RowActionsProps {
  name: string
  index: number
  last: boolean
  onMove(to: number): void
  onRemove(): void
}

function RowActions({ name, index, last, onMove, onRemove }: RowActionsProps) {
  const action = (icon: AdminIconName, does: string, run: () => void, unavailable = false) => (
    <button
      type="button" className="icon-button" data-does={icon} aria-label={`${does}：${name}`} title={does} disabled={unavailable}
      onClick={run}
    >
      <AdminIcon name={icon} />
    </button>
  )
  return (
    <span className="row item-actions">
      {action('arrow-up', '上移', () => onMove(index - 1), index === 0)}
      {action('arrow-down', '下移', () => onMove(index + 1), last)}
      {action('trash', '移除', onRemove)}
    </span>
  )
}

interface FileButtonsProps<Item> {
  label: string
  disabled: boolean
  files: Files<Item>
  isFull: boolean
  send(chosen: readonly File[]): void
  add(item: Item): void
}

function FileButtons<Item>({ label, disabled, files: { words, accept, pick }, isFull, send, add }: FileButtonsProps<Item>) {
  const input = useRef<HTMLInputElement>(null)
  const choose = async (): Promise<void> => {
    const picked = await pick()
    if (picked) add(picked)
  }
  return (
    <>
      {!disabled && (
        <div className="row wraps">
          <button type="button" className="button" disabled={isFull} onClick={() => input.current?.click()}>
            <AdminIcon name="upload" />
            {words}
          </button>
          <button type="button" className="link" disabled={isFull} onClick={() => void choose()}>
            从素材库选择
          </button>
        </div>
      )}
      <input
        ref={input} type="file" multiple hidden tabIndex={-1} accept={accept} aria-label={label} disabled={disabled}
        onChange={({ currentTarget }) => {
          send([...(currentTarget.files ?? [])])
          // The same file may be chosen again after a failure.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

function Sending({ upload }: { upload: Upload }) {
  const { id, file, progress, error, remedy } = upload
  return (
    <li className={error === '' ? 'row muted' : 'row bad'}>
      <span className="fill clamped">{file.name}</span>
      {isRunning(upload) ? <progress value={progress} aria-label={`上传进度：${file.name}`} /> : <small role="alert">{error}</small>}
      {remedy && (
        <button type="button" className="link" onClick={() => uploads.retry(id)}>
          {remedy === 'shrink' ? '压缩后上传' : '重试'}
        </button>
      )}
      <button
        type="button" className="icon-button" aria-label={`${isRunning(upload) ? '取消上传' : '移除'}：${file.name}`}
        onClick={() => uploads.remove(id)}
      >
        <AdminIcon name="close" />
      </button>
    </li>
  )
}
