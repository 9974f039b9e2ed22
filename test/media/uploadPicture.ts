import { type Answer, answerOf } from '../server.ts'

interface More {
  type?: string
  name?: string
  /** Its variants by their fields, and its colour. */
  fields?: Readonly<Record<string, string | Buffer>>
}

/** Uploads a picture as the back office does; the data of the answer is its address. */
export function uploadPicture(
  { url }: { url: string },
  headers: Record<string, string>,
  bytes: Buffer,
  { type = 'news', name = 'a.png', fields = {} }: More = {},
): Promise<Answer> {
  const form = new FormData()
  form.append('type', type)
  form.append('file', new Blob([Uint8Array.from(bytes)]), name)
  for (const [field, value] of Object.entries(fields)) {
    form.append(field, typeof value === 'string' ? value : new Blob([Uint8Array.from(value)]))
  }
  return answerOf(fetch(`${url}/v1/file/upload`, { method: 'POST', body: form, headers }))
}
