import { useRef } from 'react'
import { isRunning } from '../../lib/uploads.ts'
import { openPicker } from '../media/MediaPicker.tsx'
import { Button, IconButton, LinkButton } from '../ui/buttons.tsx'
import { uploads, useUploads } from '../form/uploads.ts'
import { acceptedFiles, addFiles, type List, sendFiles, sentTo } from './listFiles.ts'

interface Props {
  list: List
  kind: keyof typeof acceptedFiles
}

/** Adds to a list whose items are files, from the computer or from the library. */
export function FileButtons({ list, kind }: Props) {
  const { field: { label, item, max }, keyPath, context: { disabled, values } } = list
  const input = useRef<HTMLInputElement>(null)
  const isFull = useUploads(() => sentTo(list).length) + values.itemsOf(keyPath).length >= max
  const choose = async (): Promise<void> => {
    const picked = await openPicker(kind)
    if (picked) addFiles([picked], list)
  }
  return (
    <div className="row wraps">
      <Button icon="upload" disabled={disabled || isFull} onClick={() => input.current?.click()}>{`上传${item}`}</Button>
      <LinkButton disabled={disabled || isFull} onClick={() => void choose()}>从素材库选择</LinkButton>
      <input
        ref={input} type="file" multiple hidden tabIndex={-1} accept={acceptedFiles[kind]} aria-label={label} disabled={disabled}
        onChange={({ currentTarget }) => {
          sendFiles([...(currentTarget.files ?? [])], list)
          // The same file may be chosen again after a failure.
          currentTarget.value = ''
        }}
      />
    </div>
  )
}

/** What is going up to such a list, or could not. */
export function SendingFiles({ list }: Pick<Props, 'list'>) {
  useUploads(uploads.all)
  return sentTo(list).map((upload) => {
    const { id, file, progress, error, remedy, state } = upload
    return (
      <li key={id} className={error === '' ? 'row muted' : 'row bad'}>
        {state === 'failed' ? <small className="fill" role="alert">{`${file.name}：${error}`}</small> : (
          <>
            <span className="fill clamped">{file.name}</span>
            <progress value={progress} aria-label={`上传进度：${file.name}`} />
          </>
        )}
        {remedy && <LinkButton onClick={() => uploads.retry(id)}>{remedy === 'shrink' ? '压缩后上传' : '重试'}</LinkButton>}
        <IconButton icon="close" label={`${isRunning(upload) ? '取消上传' : '移除'}：${file.name}`} onClick={() => uploads.remove(id)} />
      </li>
    )
  })
}
