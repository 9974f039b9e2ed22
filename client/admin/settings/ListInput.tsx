import { type ComponentType, type DragEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { emptyValue, type ListField, type SiteField } from '../../../contract/siteFieldKinds.ts'
import { shortened } from '../lists/removeAll.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { MoveHandle } from '../ui/MoveHandle.tsx'
import { toast } from '../ui/Toast.tsx'
import { uploads, useUploads } from '../work/uploads.ts'
import type { InputProps } from './inputProps.ts'
import { dropPictures, dropStatus } from './listPictures.ts'
import { pictureOf, titleOf } from './readable.ts'

interface Props extends InputProps {
  field: ListField
  value: readonly unknown[]
  /** The inputs of an item. */
  Inputs: ComponentType<InputProps>
}

/**
 * An ordered list of values: add, remove with an undo, duplicate, move by dragging or by keyboard. Items with several fields are folded.
 */
export function ListInput(props: Props) {
  const { field, path, keyPath, value: items, context } = props
  const { of, item, max } = field
  const { disabled, problems, values, form } = context
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<number>()
  const status = useUploads(() => dropStatus({ form, field, keyPath }))
  const edits = useListEdits(props, list, setOpened)

  const onDrop = (event: DragEvent): void => {
    if (disabled || event.dataTransfer.files.length === 0) return
    event.preventDefault()
    dropPictures([...event.dataTransfer.files], { form, field, keyPath, values })
  }
  const error = problems.get(path)
  return (
    <fieldset className="setting-list stack" onDragOver={(event) => event.preventDefault()} onDrop={onDrop}>
      <legend>
        {field.label}
        <small>{`${items.length}项`}</small>
      </legend>
      {field.help && <p className="setting-help muted">{field.help}</p>}
      {error !== undefined && <p className="field-note bad">{error}</p>}
      <ol className="stack" ref={list}>
        {values.keysOf(keyPath, items).map((key, index) => (
          <li
            key={key} className={of.kind === 'object' ? 'boxed' : ''} data-path={`${path}.${index}`}
            onKeyDown={(event) => edits.onKeyDown(event, index)}
          >
            <Item
              {...props} {...{ index, edits }}
              inner={{ field: of, path: `${path}.${index}`, keyPath: [...keyPath, key], value: items[index], context }}
              opened={opened === key} onOpen={(open) => setOpened(open ? key : undefined)}
            />
          </li>
        ))}
      </ol>
      <button
        type="button" className="button" disabled={disabled || items.length >= max}
        onClick={() => edits.insert(items.length, [emptyValue(of)])}
      >
        <AdminIcon name="plus" />
        {`添加${item}`}
      </button>
      {status !== '' && (
        <p className="setting-help muted" role="status">
          {status}
        </p>
      )}
    </fieldset>
  )
}

type Edits = ReturnType<typeof useListEdits>

/** What the buttons and keys of a list do. */
function useListEdits(
  { field: { of, item }, keyPath, value: items, context }: Props,
  list: RefObject<HTMLOListElement | null>,
  open: (key: number | undefined) => void,
) {
  const { disabled, values } = context
  const focusItem = (index: number): void => {
    requestAnimationFrame(() => {
      const row = list.current?.children[index]
      const field = row?.querySelector<HTMLElement>('.setting-fold, :is(input, textarea, select):not([hidden])')
      // A picture has only buttons; a list without items has the one that adds.
      const button = row?.querySelector<HTMLElement>('button:enabled') ?? list.current?.nextElementSibling
      const wanted = field ?? button
      if (wanted instanceof HTMLElement) wanted.focus()
    })
  }
  const insert = (index: number, added: readonly unknown[], keys?: readonly number[]): void => {
    const position = Math.min(index, values.itemsOf(keyPath).length)
    const [key] = values.insert(keyPath, position, added, keys)
    open(key)
    focusItem(position)
  }
  const move = (from: number, to: number): void => {
    if (to < 0 || to >= items.length || from === to) return
    values.move(keyPath, from, to)
    focusItem(to)
  }
  return {
    insert,
    move,
    remove(index: number): void {
      const removed = items[index]
      const keys = values.keysOf(keyPath, items).slice(index, index + 1)
      values.remove(keyPath, index)
      // Its uploads go on, for the case that it returns.
      toast(`已移除${shortened(titleOf(of, removed), 20) || item}，保存后生效`, 'info', { undo: () => insert(index, [removed], keys) })
      focusItem(Math.min(index, items.length - 2))
    },
    onKeyDown(event: KeyboardEvent, index: number): void {
      if (disabled || !event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
      event.preventDefault()
      event.stopPropagation()
      move(index, event.key === 'ArrowUp' ? index - 1 : index + 1)
    },
  }
}

interface ItemProps extends Props {
  index: number
  edits: Edits
  /** What its inputs are given. */
  inner: InputProps
  opened: boolean
  onOpen(open: boolean): void
}

function Item({
  field: { of, item, min = 0, max, inline, keeps }, keyPath: list, value: items, context, Inputs, index, edits, inner, opened, onOpen,
}: ItemProps) {
  const { disabled, problems, form, values } = context
  const { path, keyPath, value } = inner
  const foldable = of.kind === 'object' && !inline
  const kept = keeps?.(value) ?? false
  const invalid = [...problems.keys()].some((name) => name === path || name.startsWith(`${path}.`))
  // Why a picture did not go up is seen inside.
  const failed =
    useUploads(() => uploads.of(form).some(({ field, state }) => state === 'failed' && field.startsWith(`${keyPath.join('.')}.`)))
  const open = !foldable || opened || invalid || failed
  const title = titleOf(of, value) || `${item}${index + 1}`
  const picture = pictureOf(of, value)
  const iconButton = (icon: AdminIconName, label: string, run: () => void, unavailable = false) => (
    <button type="button" className="icon-button" aria-label={label} title={label} disabled={disabled || unavailable} onClick={run}>
      <AdminIcon name={icon} />
    </button>
  )
  return (
    <>
      <div className="setting-item row wraps">
        {of.kind === 'object' && (
          <MoveHandle name={title} disabled={disabled || items.length < 2} onMove={(from, to) => values.move(list, from, to)} />
        )}
        {foldable ? (
          <button type="button" className="setting-fold row" aria-expanded={open} onClick={() => onOpen(!open)}>
            <AdminIcon name={open ? 'chevron-down' : 'chevron-right'} />
            {picture !== '' && <img src={picture} alt="" />}
            <span className="clamped">{title}</span>
            {isOff(of, value) && <small className="tiny muted">已关闭</small>}
          </button>
        ) : (
          <div className={inline ? 'setting-line row wraps' : 'setting-single'}>
            <Inputs {...inner} field={{ ...of, label: `${item}${index + 1}` }} />
          </div>
        )}
        <div className="setting-actions push" role="group" aria-label={title}>
          {iconButton('arrow-up', '上移（Alt+↑）', () => edits.move(index, index - 1), index === 0)}
          {iconButton('arrow-down', '下移（Alt+↓）', () => edits.move(index, index + 1), index === items.length - 1)}
          {foldable && iconButton('copy', '复制一项', () => edits.insert(index + 1, [structuredCopy(value)]), items.length >= max)}
          {iconButton('trash', kept ? '这一项不能移除，可以关闭' : '移除', () => edits.remove(index), kept || items.length <= min)}
        </div>
      </div>
      {foldable && open && (
        <div className="setting-inner stack">
          <Inputs {...inner} />
        </div>
      )}
    </>
  )
}

/** Such as a group of products that visitors do not see. */
const isOff = (of: SiteField, value: unknown): boolean =>
  of.kind === 'object' && of.fields['on']?.kind === 'flag' && (value as { on: boolean }).on === false

/** structuredClone is newer than the oldest supported browsers. */
const structuredCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
