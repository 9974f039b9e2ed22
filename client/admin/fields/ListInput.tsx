import {
  type ClipboardEvent,
  type ComponentType,
  type ReactElement,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import {
  emptyValue,
  type ListField,
  mapFields,
  type SiteField,
  type SiteFields,
} from '../../../contract/site/siteFieldKinds.ts'
import { pictureTypes } from '../../lib/pictureErrors.ts'
import { shortened } from '../acts/operationWords.ts'
import { AdminIcon, type AdminIconName, Button, classes, IconButton } from '../ui/buttons.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { MoveHandle } from '../ui/MoveHandle.tsx'
import { toast } from '../ui/Toast.tsx'
import { useFileDrops } from '../ui/useFileDrops.ts'
import { uploads, useUploads } from '../form/uploads.ts'
import {
  FileButtons,
  filesOf,
  fullMessage,
  noteOfDrop,
  sendFiles,
  SendingFiles,
  sendingStatus,
  takesFiles,
} from './listFiles.tsx'
import { Arrows, stepsIn } from './Arrows.tsx'
import type { InputProps } from './inputProps.ts'
import { pastedCells } from './modelTable.ts'
import { pictureIn, titleOf } from '../form/readable.ts'

export interface ListProps extends InputProps {
  field: ListField
  value: readonly unknown[]
  Inputs: ComponentType<InputProps>
}

interface Props extends ListProps {
  /** Its fold has the label. */
  folded?: boolean
  /** Items after those of the list that are stored elsewhere. */
  more?: readonly ReactElement[]
}

/** An ordered list of values: add, remove with an undo, duplicate, move by dragging or by keyboard. Items with several fields are folded. */
export function ListInput(props: Props) {
  const { field, path, keyPath, value: items, context, folded, more = [] } = props
  const { disabled, problems, values } = context
  const files = filesOf(field)
  const element = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState<number>()
  const status = useUploads(() => sendingStatus(props))
  const edits = useListEdits(props, element, setOpened)

  const drop = useFileDrops((dropped) => sendFiles(dropped, props), {
    disabled: disabled || !takesFiles(field),
    note: (count) => noteOfDrop(count, props),
  })
  const error = problems.get(path)
  const isFull = disabled || items.length >= field.max
  return (
    <fieldset className={`setting-list stack${lookOf(field)}`} {...drop}>
      <legend {...(folded && { className: 'visually-hidden' })}>
        {field.label}
        <small>{`${items.length + more.length}${field.measure ?? '项'}`}</small>
      </legend>
      {field.help && <p className={folded ? 'field-note muted' : 'setting-help muted'}>{field.help}</p>}
      {error !== undefined && <p className="field-note bad">{error}</p>}
      <ol className="stack" ref={element}>
        {values.keysOf(keyPath, items).map((key, index) => (
          <Item
            key={key}
            {...props}
            {...{ field, index, edits }}
            inner={{
              field: field.of,
              path: `${path}.${index}`,
              keyPath: [...keyPath, key],
              value: items[index],
              context,
            }}
            opened={opened === key}
            onOpen={(open) => setOpened(open ? key : undefined)}
          />
        ))}
        {more.map((item) => (
          <li key={item.key} className={itemLookOf(field)}>
            {item}
          </li>
        ))}
        {files && <SendingFiles list={props} />}
      </ol>
      {files ? (
        <FileButtons list={props} kind={files} />
      ) : (
        <div className="row wraps">
          <Button icon="plus" disabled={isFull} onClick={() => edits.insert(items.length, [newItem(field.of)])}>
            {`添加${field.item}`}
          </Button>
          {takesFiles(field) && (
            <FileButton
              label="用几张图片添加"
              accept={pictureTypes}
              disabled={isFull}
              take={(chosen) => sendFiles(chosen, props)}
            />
          )}
        </div>
      )}
      {status !== '' && (
        <p className="setting-help muted" role="status">
          {status}
        </p>
      )}
    </fieldset>
  )
}

function lookOf(field: ListField): string {
  if (isTable(field)) return ' setting-table'
  if (isTiles(field)) return ' setting-tiles'
  return field.more ? ' setting-numbers' : ''
}

const itemLookOf = (field: ListField): string => (field.of.kind === 'object' || filesOf(field) ? 'boxed' : '')

type Edits = ReturnType<typeof useListEdits>

/** What the buttons and keys of a list do. */
function useListEdits(
  { keyPath, value: items, context, folded }: Props,
  list: RefObject<HTMLOListElement | null>,
  open: (key: number | undefined) => void,
) {
  const { disabled, values } = context
  const offerUndo = useUndos(folded)
  const focusItem = (index: number): void => {
    requestAnimationFrame(() => {
      const row = list.current?.children[index]
      const input = row?.querySelector<HTMLElement>('.setting-fold, :is(input, textarea, select):not([hidden])')
      // A picture has only buttons; a list without items has its fold, or the button that adds.
      const button =
        row?.querySelector<HTMLElement>('button:enabled') ??
        list.current?.closest('.list-fold')?.querySelector<HTMLElement>('summary') ??
        list.current?.nextElementSibling?.querySelector<HTMLElement>('button')
      const target = input ?? button
      target?.focus()
    })
  }
  const insert = (index: number, added: readonly unknown[], keys?: readonly number[]): void => {
    const position = Math.min(index, values.itemsOf(keyPath).length)
    const [key] = values.insert(keyPath, position, added, keys)
    open(key)
    focusItem(position)
  }
  const { step, onKeyDown } = stepsIn(items.length, {
    disabled,
    move: (from, to) => values.move(keyPath, from, to),
  })
  return {
    insert,
    step,
    onKeyDown,
    offerUndo,
    remove({ of, item }: ListField, index: number): void {
      const removed = items[index]
      const keys = values.keysOf(keyPath, items).slice(index, index + 1)
      values.remove(keyPath, index)
      // Its uploads go on, for the case that it returns.
      const message = `已移除${shortened(titleOf(of, removed)) || item}，保存后生效`
      offerUndo(message, () => insert(index, [removed], keys))
      focusItem(Math.min(index, items.length - 2))
    },
  }
}

/** A record's form that is closed must not be changed any more. */
export function useUndos(ofRecord: boolean | undefined) {
  const undos = useRef<(() => void)[]>([])
  useEffect(() => () => undos.current.forEach((withdraw) => ofRecord && withdraw()), [])
  return (message: string, undo: () => void): void => {
    undos.current.push(toast(message, 'info', { undo }))
  }
}

interface ItemProps extends ListProps {
  index: number
  edits: Edits
  /** What its inputs are given. */
  inner: InputProps
  opened: boolean
  onOpen(open: boolean): void
}

function Item({ field, keyPath: list, value: items, context, Inputs, index, edits, inner, opened, onOpen }: ItemProps) {
  const { of, item, measure, min = 0, max, inline, keeps } = field
  const { disabled, problems, form, values } = context
  const { path, keyPath, value } = inner
  const foldable = of.kind === 'object' && !inline
  const cannotRemove = keeps?.(value) ?? false
  const invalid = [...problems.keys()].some((name) => name === path || name.startsWith(`${path}.`))
  // The reason of a failed upload is seen inside.
  const failed = useUploads(() =>
    uploads.of(form).some(({ field: at, state }) => state === 'failed' && at.startsWith(`${keyPath.join('.')}.`)),
  )
  const open = !foldable || opened || invalid || failed
  const files = filesOf(field)
  const number = measure === undefined ? `${item}${index + 1}` : `第${index + 1}${measure}`
  const title = titleOf(of, value) || number
  const picture = pictureIn(of, value)
  const numberedField: SiteField =
    measure === undefined || of.kind !== 'object'
      ? { ...of, label: number }
      : { ...of, fields: numbered(of.fields, `${number}${files ? item : ''}`, title) }
  const label = (words: string): string => (measure === undefined ? words : `${words}：${title}`)
  const iconButton = (icon: AdminIconName, words: string, run: () => void, unavailable = false) => (
    <IconButton icon={icon} label={label(words)} title={words} disabled={disabled || unavailable} onClick={run} />
  )
  const isOpenTile = foldable && open && isTiles(field)
  return (
    <li
      className={classes(itemLookOf(field), isOpenTile && 'wide', isBelow(value) && 'below')}
      data-path={path}
      onKeyDown={(event) => edits.onKeyDown(event, index)}
    >
      <div className="setting-item row wraps" onPaste={(event) => pasteRows(event, field, inner, { index, ...edits })}>
        {(of.kind === 'object' || files) && (
          <MoveHandle
            name={title}
            disabled={disabled || items.length < 2}
            onMove={(from, to) => values.move(list, from, to)}
          />
        )}
        {foldable && (
          <button type="button" className="setting-fold row" aria-expanded={open} onClick={() => onOpen(!open)}>
            <AdminIcon name={open ? 'chevron-down' : 'chevron-right'} />
            {picture !== '' && <img src={picture} alt="" />}
            <span className="clamped">{title}</span>
            <small className="tiny muted clamped">{switchesOf(of, value)}</small>
          </button>
        )}
        {!foldable && measure !== undefined && (files || of.kind === 'object') && (
          <span className="setting-number row">
            {picture !== '' && <img src={picture} alt="" />}
            <span className="muted clamped">{number}</span>
          </span>
        )}
        {!foldable && files !== 'picture' && (
          <div className={inline ? 'setting-line row wraps' : 'setting-single'}>
            <Inputs {...inner} field={numberedField} />
          </div>
        )}
        <div className="setting-actions push" role="group" aria-label={title}>
          {!isTable(field) && <Arrows {...{ label, index, disabled }} count={items.length} move={edits.step} />}
          {foldable &&
            !isTiles(field) &&
            iconButton('copy', '复制一项', () => edits.insert(index + 1, [structuredCopy(value)]), items.length >= max)}
          {iconButton(
            'trash',
            cannotRemove ? '这一项不能移除，可以关闭' : '移除',
            () => edits.remove(field, index),
            cannotRemove || items.length <= min,
          )}
        </div>
      </div>
      {foldable && open && (
        <div className="setting-inner stack">
          <Inputs {...inner} />
        </div>
      )}
    </li>
  )
}

/** The inputs of a numbered item are named after its number, and show what they are while they are empty. */
const numbered = (fields: SiteFields, number: string, title: string): SiteFields =>
  mapFields(fields, (_name, each) => ({
    ...each,
    ...(each.kind === 'document'
      ? { label: `打开：${title}` }
      : { label: `${number}的${each.label}`, placeholder: each.label }),
  }))

/** A list whose items are lines of texts, perhaps with a switch. */
export const isTable = (field: SiteField): boolean =>
  field.kind === 'list' &&
  (field.columns === true ||
    (field.inline === true &&
      field.of.kind === 'object' &&
      Object.values(field.of.fields).every(({ kind }) => kind === 'text' || kind === 'flag')))

/** Where 0 means something it is not filled in. */
const newItem = (of: SiteField): unknown =>
  of.kind === 'object'
    ? mapFields(of.fields, (_name, each) => (each.kind === 'number' && each.min < 0 ? null : emptyValue(each)))
    : emptyValue(of)

/** A list whose items are pictures, perhaps with a name. */
const isTiles = ({ of }: ListField): boolean =>
  of.kind === 'picture' || (of.kind === 'object' && Object.keys(of.fields).join() === 'image,name')

/** Rows of a spreadsheet that are pasted into an item of texts are items after it; the first is in its place, if that is empty. */
function pasteRows(
  event: ClipboardEvent,
  field: ListField,
  { keyPath, context: { values } }: InputProps,
  { index, offerUndo }: Pick<Edits, 'offerUndo'> & { index: number },
): void {
  const { of } = field
  const texts =
    isTable(field) && of.kind === 'object'
      ? Object.keys(of.fields).filter((name) => of.fields[name]?.kind === 'text')
      : []
  const pasted = event.clipboardData.getData('text')
  if (!pasted.includes('\t') || pasted.trim() === '' || texts.length === 0) return
  event.preventDefault()
  const rows = pastedCells(pasted).map((cells) => ({
    ...(emptyValue(of) as object),
    ...Object.fromEntries(texts.map((name, column) => [name, cells[column] ?? ''])),
  }))
  const list = keyPath.slice(0, -1)
  const items = values.itemsOf(list)
  const isEmpty = Object.values(items[index] ?? {}).every((value) => value === '' || typeof value === 'boolean')
  const room = field.max - items.length + (isEmpty ? 1 : 0)
  if (rows.length > room) toast(fullMessage(field), 'bad')
  const added = rows.slice(0, room)
  const before = items[index]
  const count = added.length
  if (isEmpty) values.set(keyPath, added.shift())
  const keys = values.insert(list, index + 1, added)
  const undo = (): void => {
    for (const key of keys) {
      const place = values.keysOf(list, values.itemsOf(list)).indexOf(key)
      if (place >= 0) values.remove(list, place)
    }
    if (isEmpty) values.set(keyPath, before)
  }
  offerUndo(`已粘贴 ${count} 行，保存后生效`, undo)
}

/** What the switches of an item say: that visitors do not see it, or where they do. */
function switchesOf(of: SiteField, value: unknown): string {
  if (of.kind !== 'object') return ''
  const item = value as Readonly<Record<string, unknown>>
  if (of.fields['on']?.kind === 'flag' && item['on'] === false) return '已关闭'
  const places = Object.entries(of.fields).filter(([name, { kind }]) => kind === 'flag' && name !== 'on' && item[name])
  return places.map(([, { label }]) => label).join(' · ')
}

/** It lies in one of the items before it. */
const isBelow = (value: unknown): boolean => Boolean(Reflect.get(Object(value), 'parent'))

/** structuredClone is newer than the oldest supported browsers. */
const structuredCopy = (value: unknown): unknown => JSON.parse(JSON.stringify(value)) as unknown
