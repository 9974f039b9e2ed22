import { useId, useRef, useState } from 'react'
import { documentFacts, documentNames } from '../../../contract/documents.ts'
import { fieldList, fieldText } from '../../../contract/merge.ts'
import { type DocumentLink, limits } from '../../../contract/rules.ts'
import { isRunning, type Target, type Upload } from '../../lib/uploads.ts'
import { AdminIcon, type AdminIconName } from '../ui/AdminIcon.tsx'
import { Field, type FieldProps } from '../ui/Field.tsx'
import { toast } from '../ui/Toast.tsx'
import { uploads, useUploads } from '../work/uploads.ts'

interface Props extends Omit<FieldProps, 'inline' | 'hint'> {
  target: Target
  /** Chooses one of the library; undefined when none was chosen. */
  pick(): Promise<DocumentLink | undefined>
}

/** What people compare. */
export const documentsText = (value: string): string =>
  (fieldList(value) as DocumentLink[]).map(({ name, address }) => `${name}（${documentFacts(address, undefined)}）`).join('\n')

const types = Object.keys(documentNames).map((extension) => `.${extension}`).join()
const withoutExtension = (name: string): string => name.replace(/\.\w+$/, '')

/** The documents of a record, in their order; the value is JSON. Folded while there are none, since most products have none. */
export function DocumentsField({ label, name, value, onChange, error, disabled = false, target, pick }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLOListElement>(null)
  const [opened, setOpened] = useState(false)
  const links = fieldList(value) as DocumentLink[]
  const latest = useRef(links)
  latest.current = links
  const sending = useUploads(uploads.all).filter(({ form, field }) => form === target.form && field === target.field)
  const change = (next: readonly DocumentLink[]): void => {
    latest.current = [...next]
    onChange(fieldText(next))
  }
  const add = (link: DocumentLink): void => {
    if (latest.current.length < limits.documents) change([...latest.current, { ...link, name: withoutExtension(link.name) }])
  }
  const send = (files: readonly File[]): void => {
    const room = limits.documents - links.length - sending.length
    if (files.length > room) toast(`资料最多${limits.documents}份`, 'bad')
    for (const file of files.slice(0, room)) {
      uploads.add(target, file, ({ id: own, state, address }) => {
        if (state !== 'done') return
        uploads.remove(own)
        add({ name: file.name, address })
      })
    }
  }
  const choose = async (): Promise<void> => {
    const picked = await pick()
    if (picked) add(picked)
  }
  const move = (from: number, to: number): void => {
    const next = links.filter((_, index) => index !== from)
    next.splice(to, 0, ...links.slice(from, from + 1))
    change(next)
    // The button that was pressed goes along.
    const pressed = document.activeElement?.getAttribute('data-does')
    requestAnimationFrame(() => {
      const row = list.current?.children[to]
      row?.querySelector<HTMLElement>(`[data-does=${pressed}]:enabled, input`)?.focus()
    })
  }
  const isFull = links.length + sending.length >= limits.documents
  const isUsed = links.length + sending.length > 0
  return (
    <details
      className="document-fold" open={opened || isUsed || error !== undefined}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary>{isUsed ? `${label}（${links.length}）` : label}</summary>
      <Field id={id} label={label} labelHidden group error={error} hint={`访客可以在产品页下载，最多${limits.documents}份。可以是PDF、Word、Excel、zip，不超过50MB`}>
        <ol className="document-list stack tight" ref={list}>
          {links.map((link, index) => (
            <Row
              key={index} {...{ link, index, disabled, name }} last={index === links.length - 1}
              onName={(text) => change(links.map((each, at) => (at === index ? { ...each, name: text } : each)))}
              onMove={(to) => move(index, to)} onRemove={() => change(links.filter((_, at) => at !== index))}
            />
          ))}
          {sending.map((upload) => <Sending key={upload.id} upload={upload} />)}
        </ol>
        {!disabled && (
          <div className="row wraps">
            <button type="button" className="button" disabled={isFull} onClick={() => input.current?.click()}>
              <AdminIcon name="upload" />
              上传资料
            </button>
            <button type="button" className="link" disabled={isFull} onClick={() => void choose()}>
              从素材库选择
            </button>
          </div>
        )}
        <input
          ref={input} type="file" multiple hidden tabIndex={-1} accept={types} aria-label={label} disabled={disabled}
          onChange={({ currentTarget }) => {
            send([...(currentTarget.files ?? [])])
            // The same file may be chosen again after a failure.
            currentTarget.value = ''
          }}
        />
      </Field>
    </details>
  )
}

interface RowProps {
  link: DocumentLink
  index: number
  last: boolean
  name: string
  disabled: boolean
  onName(text: string): void
  onMove(to: number): void
  onRemove(): void
}

function Row({ link, index, last, name, disabled, onName, onMove, onRemove }: RowProps) {
  const facts = documentFacts(link.address, undefined)
  const action = (icon: AdminIconName, does: string, run: () => void, unavailable = false) => (
    <button
      type="button" className="icon-button" data-does={icon} aria-label={`${does}：${link.name}`} title={does}
      disabled={disabled || unavailable} onClick={run}
    >
      <AdminIcon name={icon} />
    </button>
  )
  return (
    <li className="row">
      <a className="link" href={link.address} target="_blank" rel="noreferrer" aria-label={`${facts}，打开：${link.name}`}>
        {facts}
      </a>
      <input
        className="input fill" name={name} aria-label={`第${index + 1}份资料的名称`} value={link.name} disabled={disabled} autoComplete="off"
        aria-invalid={link.name.trim() === '' || undefined} onChange={({ target }) => onName(target.value)}
      />
      {!disabled && (
        <span className="row document-actions">
          {action('arrow-up', '上移', () => onMove(index - 1), index === 0)}
          {action('arrow-down', '下移', () => onMove(index + 1), last)}
          {action('trash', '移除', onRemove)}
        </span>
      )}
    </li>
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
          重试
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
