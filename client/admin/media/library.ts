import { useEffect, useEffectEvent } from 'react'
import { adminScreens } from '../../../contract/calls/adminPaths.ts'
import { isDocumentName } from '../../../contract/media/documents.ts'
import { limits, messages } from '../../../contract/calls/rules.ts'
import type { Sender, Target } from '../../lib/uploads.ts'
import { keepWork } from '../form/unfinished.ts'
import { pictures } from '../form/senders.ts'
import { uploads } from '../form/uploads.ts'
import { isLargeFile, uploadFilm } from './uploadFilm.ts'

/** What is uploaded to the library goes on while other screens are shown. */
export const libraryForm = 'library'

/** Films and documents. */
export const largeFiles: Sender = {
  queue: 'films',
  under: Infinity,
  send: uploadFilm,
  refusal: ({ name, size }) => (isDocumentName(name) && size > limits.document ? messages.documentTooLarge : undefined),
}
/** Where documents only are expected. */
export const documents: Sender = {
  ...largeFiles,
  refusal: (file) => (isDocumentName(file.name) ? largeFiles.refusal(file) : messages.documentOnly),
}
const target = (sender: Sender): Target => ({ form: libraryForm, field: '', sender })
const large = target(largeFiles)
const picture = target(pictures('media', undefined, '只能上传jpg、png图片，MP4视频，或PDF、docx、xlsx、zip文档！'))

export function addFiles(files: Iterable<File>): void {
  keepWork(adminScreens.media, libraryForm, runningUploads)
  for (const file of files) uploads.add(isLargeFile(file) ? large : picture, file)
}
const runningUploads = { unsaved: () => uploads.isRunning(libraryForm) }

/** What becomes of files that are held over the library. */
export const noteOfDrop = (count: number): string => `松开后上传${count > 0 ? `${count}个文件` : ''}到素材库`

/** Runs after each file that was uploaded to the library while the component is shown. */
export function useFinished(run: () => void): void {
  const latest = useEffectEvent(run)
  useEffect(() => {
    const done = (): string[] =>
      uploads
        .of(libraryForm)
        .filter(({ state }) => state === 'done')
        .map(({ id }) => id)
    let seen = done()
    return uploads.subscribe(() => {
      const now = done()
      const isNew = now.some((id) => !seen.includes(id))
      seen = now
      if (isNew) latest()
    })
  }, [])
}
