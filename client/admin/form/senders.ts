import { type Focus, limits, messages, type UploadType } from '../../../contract/calls/rules.ts'
import { CallError } from '../../lib/callError.ts'
import { type DrawnPicture, drawPicture, drawSharedOf, shrinkPicture } from '../../lib/drawPicture.ts'
import { fingerprintOf } from '../../lib/fingerprintOf.ts'
import { isDrawnFirst, pictureTypeError } from '../../lib/pictureErrors.ts'
import type { Sender, SendHooks } from '../../lib/uploads.ts'
import { uploadFile } from '../session/api.ts'

/** Pictures of one type, each with its smaller variants. Without `tooLarge`, a large one is made smaller without asking. */
export const pictures = (type: UploadType, tooLarge?: string, otherType?: string): Sender => ({
  queue: 'pictures',
  refusal: (file) => pictureTypeError(file, otherType),
  under: limits.imageUnder,
  ...(tooLarge !== undefined && { tooLarge }),
  send: async (file, hooks) => ({ address: await sendPicture(type, file, hooks) }),
})

async function sendPicture(type: UploadType, file: File, { signal, onProgress, onShrunk }: SendHooks): Promise<string> {
  const drawn = await drawnOr(file)
  if (file.size >= limits.imageUnder) onShrunk(drawn.file.size)
  const poster = drawn.share && type !== 'quill' && type !== 'carousel' ? await sendShared(drawn.share, signal) : ''
  const source = await fingerprintOf(file)
  const fields = {
    type,
    source,
    ...(drawn.color !== undefined && { color: drawn.color }),
    ...(poster !== '' && { poster }),
  }
  try {
    return await uploadFile('fileUpload', drawn.file, { fields, variants: drawn.variants }, onProgress, signal)
  } catch (error) {
    // The server decoded the picture differently and rejects the variants: send the picture alone.
    if (drawn.variants.length === 0 || !(error instanceof CallError && error.code === 422)) throw error
    return uploadFile('fileUpload', drawn.file, { fields: { type, source } }, onProgress, signal)
  }
}

/** Stores what shared links show of a picture. Without it they show the picture itself. */
const sendShared = (file: File, signal?: AbortSignal): Promise<string> =>
  uploadFile('fileUpload', file, { fields: { type: 'media' } }, undefined, signal).catch(() => '')

/** The same of a picture that is in the library, around its focus. */
export async function cropForSharing(address: string, focus: Focus): Promise<string> {
  const file = await drawSharedOf(address, focus).catch(() => undefined)
  return file ? sendShared(file) : ''
}

/** If this browser cannot draw the picture (its bytes, its size, memory), the file is sent as it is. */
async function drawnOr(file: File): Promise<DrawnPicture> {
  try {
    return await drawPicture(file)
  } catch {
    // The server takes none of these.
    if (isDrawnFirst(file)) throw new CallError(422, '这张图片打不开，请用别的软件另存为jpg或png')
    if (file.size >= limits.imageUnder) refuseUnshrunk()
    return { file, variants: [] }
  }
}

export const logos: Sender = {
  queue: 'pictures',
  refusal: (file) => pictureTypeError(file),
  under: limits.logoUnder,
  tooLarge: messages.logoTooLarge,
  async send(file, { signal, onProgress, onShrunk }) {
    const small =
      file.size < limits.logoUnder
        ? file
        : await shrinkPicture(file, { width: 480, under: limits.logoUnder }).catch(refuseUnshrunk)
    if (small !== file) onShrunk(small.size)
    const { url } = await uploadFile('logoUpload', small, {}, onProgress, signal)
    return { address: url }
  },
}

/** The browser cannot draw it. */
function refuseUnshrunk(): never {
  throw new CallError(422, messages.notShrunk)
}
