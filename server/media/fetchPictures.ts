import { percentDecoded } from '../../contract/text/characters.ts'
import type { FetchedPicture } from '../../contract/media/media.ts'
import { type Handlers, signedIn } from '../call.ts'
import { Failure, fetchingIsOff } from '../failure.ts'
import { recordUpload } from './library.ts'
import { type Outside, webSites } from '../edge/outside.ts'
import { KeyedQueue } from '../system/keyedQueue.ts'
import type { Store } from '../store/store.ts'
import { fetchPicture } from './fetchPicture.ts'
import type { Uploads } from './uploads.ts'
import { limitAtOnce } from '../edge/limitAtOnce.ts'

interface FetchPicturesParts {
  fetchOutside: boolean
  store: Store
  uploads: Uploads
  same(hash: string, kind: string): string | undefined
}

/** All of a call end before the browser stops waiting. */
const fetching = { atOnce: 3, pictureMs: 15_000, callMs: 45_000 }
/** All calls together may fetch so many, since each may hold some megabytes. */
const picturesAtOnce = 6
/** Of a picture that the browser is to draw; a reply may hold thirty. */
const maxDrawn = 200_000

/** Stores pictures of other sites as uploads. */
export function fetchPicturesCall(
  { fetchOutside, store, uploads, same }: FetchPicturesParts,
  outside: Outside = webSites,
  { atOnce, pictureMs, callMs } = fetching,
) {
  const limit = limitAtOnce({ ofSender: 2, inAll: 20 }, '正在存其他的站外图片，请稍后再试')
  const turns = new KeyedQueue()
  let begun = 0

  async function keep(address: string, by: string, timeoutMs: number): Promise<string> {
    const bytes = await fetchPicture(address, AbortSignal.timeout(timeoutMs), outside)
    return uploads.keepBytes(bytes, 'quill', {
      same,
      record: (facts) => recordUpload(store, facts, { name: fileNameOf(address), by }),
    })
  }

  async function fetchOne(address: string, by: string, timeoutMs: number): Promise<FetchedPicture> {
    try {
      return { address, url: await keep(address, by, timeoutMs) }
    } catch (error) {
      if (!(error instanceof Failure && error.code === 422)) throw error
      const { cause, message: reason } = error
      const isSmall = Buffer.isBuffer(cause) && cause.length <= maxDrawn
      return { address, reason, ...(isSmall && { bytes: cause.toString('base64') }) }
    }
  }

  return {
    async mediaFetch({ addresses }, caller) {
      if (!fetchOutside) throw fetchingIsOff()
      const { id, name } = signedIn(caller).user
      const end = performance.now() + callMs
      const fetched: FetchedPicture[] = []
      const rest = [...new Set(addresses)].entries()
      const fetchRest = async (): Promise<void> => {
        for (const [index, address] of rest) {
          fetched[index] = await turns.run(String(begun++ % picturesAtOnce), () =>
            fetchOne(address, name, Math.max(0, Math.min(pictureMs, Math.floor(end - performance.now())))),
          )
        }
      }
      await limit(id, () => Promise.all(Array.from({ length: atOnce }, fetchRest)))
      return fetched
    },
  } satisfies Partial<Handlers>
}

/** The name of the file, or where it came from if its address has none, as WeChat's. */
function fileNameOf(address: string): string {
  const { hostname, pathname } = new URL(address)
  const name = pathname.slice(pathname.lastIndexOf('/') + 1)
  if (!/\.[a-z]{3,4}$/i.test(name)) return hostname
  return percentDecoded(name)
}
