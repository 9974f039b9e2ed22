import { limits } from '../../contract/calls/rules.ts'
import { Failure } from '../failure.ts'
import { openOutside, readAtMost } from '../edge/openOutside.ts'
import { NotAllowed, webSites } from '../edge/outside.ts'
import { readPicture } from './readPicture.ts'

const failureWords = {
  refused: '地址不允许',
  unreachable: '地址打不开',
  tooLarge: '图片太大（超过2MB）',
  timeout: '超时',
  notPicture: '不是图片',
  otherFormat: '不是jpg或png图片',
} as const
const failed = (reason: keyof typeof failureWords, cause?: unknown): Failure =>
  new Failure(422, failureWords[reason], { cause })

/** No webp: it cannot be stored. No referrer: WeChat refuses those of other sites. */
const headers = { Accept: 'image/jpeg,image/png', 'Accept-Encoding': 'identity' }

/** The bytes of a picture of another site; throws a Failure that says why there are none. Of another format they are its cause. */
export async function fetchPicture(address: string, signal: AbortSignal, outside = webSites): Promise<Buffer> {
  try {
    const { response } = await openOutside(address, { headers, signal, outside, adjust: withoutWebp })
    if (response.statusCode !== 200) {
      response.destroy()
      throw failed('unreachable')
    }
    const bytes = await readAtMost(response, limits.imageUnder - 1)
    if (bytes === undefined) throw failed('tooLarge')
    return usablePicture(bytes)
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    if (cause instanceof NotAllowed) throw failed('refused', cause)
    throw failed(signal.aborted ? 'timeout' : 'unreachable', cause)
  }
}

/** With it WeChat sends webp. */
function withoutWebp(url: URL): void {
  if (url.hostname.endsWith('.qpic.cn')) url.searchParams.delete('tp')
}

const otherFormats = /^(?:GIF8|BM|RIFF.{4}WEBP|.{4}ftyp(?:avif|avis|heic|heix|mif1)|\s*(?:<\?xml[^>]*>\s*)?<svg)/s

function usablePicture(bytes: Buffer): Buffer {
  const type = readPicture(bytes)?.type
  if (type === 'jpg' || type === 'png') return bytes
  throw otherFormats.test(bytes.toString('latin1', 0, 300)) ? failed('otherFormat', bytes) : failed('notPicture')
}
