import { type ComponentType, type DragEvent, type KeyboardEvent, useInsertionEffect, useRef, useState } from 'react'
import { emptyValue, type ListField } from '../../../contract/siteFieldKinds.ts'
import { uploadPicture } from '../forms/uploadPicture.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { toast } from '../ui/Toast.tsx'
import { useStable } from '../ui/useStable.ts'
import type { InputProps } from './inputProps.ts'
import { pictureOf, titleOf } from './readable.ts'

interface Props extends InputProps {
  field: ListField
  value: readonly unknown[]
  /** The inputs of an item. */
  Inputs: ComponentType<InputProps>
}

const moved = <T,>(items: readonly T[], from: number, to: number): T[] => {
  const others = items.filter((_, index) => index !== from)
  return [...others.slice(0, to), ...items.slice(from, from + 1), ...others.slice(to)]
}

/** An ordered list of values: add, remove with an undo, duplicate, move by dragging or by keyboard. Items with several fields are folded. */
export function ListInput({ field, path, value: items, onChange, context, Inputs }: Props) {
  const { of, item, min = 0, max } = field
  const { disabled, problems } = context
  const list = useRef<HTMLOListElement>(null)
  const nextKey = useRef(0)
  const [keys, setKeys] = useState<readonly number[]>([])
  const [opened, setOpened] = useState<number>()
  const [dragged, setDragged] = useState<number>()
  const [uploads, setUploads] = useState('')
  const unmounted = useRef(new AbortController())
  // An insertion effect, because a hidden Activity cleans up all others, and its uploads go on.
  useInsertionEffect(() => () => unmounted.current.abort(), [])
  const foldable = of.kind === 'object'

  // Items have no ids. After a change from elsewhere, such as a restored draft, all get new keys.
  const shownKeys = keys.length === items.length ? keys : items.map(() => nextKey.current++)
  if (shownKeys !== keys) setKeys(shownKeys)

  const change = (values: readonly unknown[], newKeys: readonly number[]): void => {
    setKeys(newKeys)
    onChange(values)
  }
  const insert = (at: number, values: readonly unknown[]): void => {
    const added = values.map(() => nextKey.current++)
    change([...items.slice(0, at), ...values, ...items.slice(at)], [...shownKeys.slice(0, at), ...added, ...shownKeys.slice(at)])
    if (values.length === 1) setOpened(added[0])
    focusItem(at)
  }
  /** For what ends later, such as an upload: inserts into the list as it is by then. */
  const insertNow = useStable((at: number, values: readonly unknown[]): void => insert(Math.min(at, items.length), values))
  const remove = (at: number): void => {
    const without = <T,>(all: readonly T[]): T[] => all.filter((_, index) => index !== at)
    change(without(items), without(shownKeys))
    toast(`已移除${titleOf(of, items[at]) || item}，保存后生效`, 'info', { undo: () => insertNow(at, [items[at]]) })
    focusItem(Math.min(at, items.length - 2))
  }
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || from === to) return
    change(moved(items, from, to), moved(shownKeys, from, to))
    focusItem(to)
  }
  const focusItem = (at: number): void => {
    requestAnimationFrame(() => list.current?.querySelectorAll<HTMLElement>(':scope > li')[at]?.querySelector<HTMLElement>('button, input, textarea, select')?.focus())
  }
  const onKeyDown = (event: KeyboardEvent, at: number): void => {
    if (disabled || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    event.stopPropagation()
    move(at, event.key === 'ArrowUp' ? at - 1 : at + 1)
  }
  const dropFiles = async (files: readonly File[]): Promise<void> => {
    const name = of.kind === 'object' ? Object.keys(of.fields).find((each) => of.fields[each]?.kind === 'picture') : undefined
    if (name === undefined) return
    const upload = uploadPicture('quill', context.uploading)
    const added: unknown[] = []
    const failed: string[] = []
    const accepted = files.slice(0, max - items.length)
    const { signal } = unmounted.current
    for (const [index, file] of accepted.entries()) {
      setUploads(`正在上传 ${index + 1}/${accepted.length}`)
      try {
        const address = await upload(file, () => {}, signal)
        const texts = of.kind === 'object' && of.fields.name?.kind === 'text' ? { name: file.name.replace(/\.[^.]+$/, '').slice(0, of.fields.name.max) } : {}
        added.push({ ...(emptyValue(of) as object), ...texts, [name]: address })
      } catch {
        failed.push(file.name)
      }
    }
    if (signal.aborted) return
    setUploads(failed.length > 0 ? `没有上传成功：${failed.join('、')}` : '')
    if (added.length > 0) insertNow(Infinity, added)
  }
  const onDrop = (event: DragEvent, at: number): void => {
    if (disabled) return
    if (dragged !== undefined) {
      event.preventDefault()
      move(dragged, at)
    } else if (event.dataTransfer.files.length > 0) {
      event.preventDefault()
      void dropFiles([...event.dataTransfer.files])
    }
    setDragged(undefined)
  }
  const iconButton = (icon: AdminIconName, label: string, run: () => void, unavailable = false) => (
    <button type="button" className="icon-button" aria-label={label} title={label} disabled={disabled || unavailable} onClick={run}>
      <AdminIcon name={icon} />
    </button>
  )
  const error = problems.get(path)
  return (
    <fieldset className="setting-list" onDragOver={(event) => event.preventDefault()} onDrop={(event) => onDrop(event, items.length - 1)}>
      <legend>
        {field.label}
        <small>{`${items.length}项`}</small>
      </legend>
      {field.help && <p className="setting-help">{field.help}</p>}
      {error !== undefined && <p className="field-note bad">{error}</p>}
      <ol ref={list}>
        {items.map((each, at) => {
          const key = shownKeys[at] ?? at
          const inner = `${path}.${at}`
          const invalid = [...problems.keys()].some((name) => name === inner || name.startsWith(`${inner}.`))
          const open = !foldable || opened === key || invalid
          const title = titleOf(of, each) || `${item}${at + 1}`
          const picture = pictureOf(of, each)
          return (
            <li key={key} className={dragged === at ? 'dragged' : undefined} onKeyDown={(event) => onKeyDown(event, at)} onDragOver={(event) => event.preventDefault()} onDrop={(event) => (event.stopPropagation(), onDrop(event, at))}>
              <div className="setting-item" draggable={!disabled && items.length > 1} onDragStart={() => setDragged(at)} onDragEnd={() => setDragged(undefined)}>
                {foldable ? (
                  <button type="button" className="setting-fold" aria-expanded={open} onClick={() => setOpened(open ? undefined : key)}>
                    <AdminIcon name={open ? 'chevron-down' : 'chevron-right'} />
                    {picture !== '' && <img src={picture} alt="" />}
                    <span>{title}</span>
                  </button>
                ) : (
                  <div className="setting-single">
                    <Inputs field={{ ...of, label: `${item}${at + 1}` }} path={inner} value={each} onChange={(changed) => onChange(items.map((old, index) => (index === at ? changed : old)))} context={context} />
                  </div>
                )}
                <div className="setting-actions" role="group" aria-label={title}>
                  {iconButton('arrow-up', '上移（Alt+↑）', () => move(at, at - 1), at === 0)}
                  {iconButton('arrow-down', '下移（Alt+↓）', () => move(at, at + 1), at === items.length - 1)}
                  {foldable && iconButton('copy', '复制一项', () => insert(at + 1, [structuredCopy(each)]), items.length >= max)}
                  {iconButton('trash', '移除', () => remove(at), items.length <= min)}
                </div>
              </div>
              {foldable && open && (
                <div className="setting-inner">
                  <Inputs field={of} path={inner} value={each} onChange={(changed) => onChange(items.map((old, index) => (index === at ? changed : old)))} context={context} />
                </div>
              )}
            </li>
          )
        })}
      </ol>
      <button type="button" className="button" disabled={disabled || items.length >= max} onClick={() => insert(items.length, [emptyValue(of)])}>
        <AdminIcon name="plus" />
        {`添加${item}`}
      </button>
      {uploads !== '' && (
        <p className="setting-help" role="status">
          {uploads}
        </p>
      )}
    </fieldset>
  )
}

/** structuredClone is newer than the oldest supported browsers. */
const structuredCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
