import { hourMs, minuteMs } from '../../contract/text/durations.ts'
import { ok, problem, type Verdict, warning } from '../office/checkTable.ts'
import type { Config } from '../config.ts'
import { healthAddress } from './health.ts'

const comparedFiles = 10
const timeoutMs = 10_000
/** A page and its files are far smaller. */
const maxBytes = 20_000_000

/** A robot's visits are not counted. */
const userAgent = 'zhuzhan-doctor (bot)'

interface Sent {
  status: number
  type: string | undefined
  /** Other sites may read it. */
  allowed: boolean
  body: Buffer
}

/**
 * Returns a function that returns how it is. It is looked at once an hour, or five minutes after the start and after a look that has found a
 * fault; one that is found twice is known. Nobody waits for that: the next caller gets what is found.
 */
export function watchCdn(look: () => ReturnType<typeof cdn>, now: () => number): () => Verdict | undefined {
  let last: Verdict | undefined
  let known: Verdict | undefined
  let lookedAt = now()
  return () => {
    if (Math.abs(now() - lookedAt) >= (last?.state === 'ok' ? hourMs : 5 * minuteMs)) {
      lookedAt = now()
      void look().then((verdict) => {
        if (verdict?.state === 'ok' || verdict?.state === last?.state) known = verdict
        last = verdict
      })
    }
    return known
  }
}

/**
 * Compares files of the home page as the CDN sends them with what the server of this machine sends, and looks whether it sends pages as
 * well.
 */
export async function cdn(config: Config): Promise<Verdict | undefined> {
  const { assetsUrl } = config
  if (assetsUrl === '') return undefined
  const { origin } = new URL(healthAddress(config))
  const page = await sentAt(`${origin}/`).catch(() => undefined)
  if (page?.status !== 200) return warning(`${origin} 没有给出首页，没有比较；PORT和ASSETS_URL要和正在运行的服务器一样`)
  const paths = filesIn(page.body.toString(), assetsUrl)
  if (paths.length === 0)
    return problem('正在运行的服务器还没有用上ASSETS_URL，请重新启动它：systemctl restart zhuzhan')
  const differences: string[] = []
  for (const path of paths) {
    try {
      const difference = differenceOf(await sentAt(origin + path), await sentAt(assetsUrl + path))
      if (difference !== undefined) differences.push(`${path} ${difference}`)
    } catch (cause) {
      return warning(`从这台机器读不到 ${assetsUrl}${path}：${(cause as Error).message}`)
    }
  }
  if (differences.length > 0)
    return problem(
      `${assetsUrl} 有${differences.length}个文件不对：${differences.slice(0, 3).join('；')}。请核对源站和缓存规则，见docs/scaling.zh-CN.md，改好后刷新CDN的缓存`,
    )
  const root = await sentAt(`${assetsUrl}/`).catch(() => undefined)
  const servesPages = root?.status === 200 && filesIn(root.body.toString(), assetsUrl).length > 0
  const same = `${assetsUrl} 的${paths.length}个文件与本站的一样`
  return servesPages
    ? warning(
        `${same}，但是它也送出网站的页面，搜索引擎会看到两个一样的网站。请在CDN的控制台里只放行/assets/、/media/、/uploads/，其他路径一律拒绝，见docs/scaling.zh-CN.md`,
      )
    : ok(same)
}

/** The addresses in the page, the first of which are those of scripts and styles. */
const filesIn = (html: string, assetsUrl: string): string[] => {
  const parts = html.split(`${assetsUrl}/`).slice(1)
  return [...new Set(parts.map((part) => `/${/^[^\s"',]*/.exec(part)?.[0]}`))].slice(0, comparedFiles)
}

function differenceOf(here: Sent, there: Sent): string | undefined {
  if (there.status !== here.status) return `的状态是${there.status}，本站是${here.status}`
  if (!there.body.equals(here.body)) return '的内容与本站不同'
  if (there.type !== here.type) return `的Content-Type是“${there.type}”，本站是“${here.type}”`
  if (here.allowed && !there.allowed) return '没有Access-Control-Allow-Origin，浏览器不会用它'
  return undefined
}

/** Follows no redirect, which might lead into the network around the server. */
async function sentAt(address: string): Promise<Sent> {
  const response = await fetch(address, {
    headers: { 'User-Agent': userAgent },
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  })
  const { status, headers } = response
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > maxBytes) throw new Error(`超过 ${maxBytes} 字节`)
    parts.push(part)
  }
  return {
    status,
    type: headers.get('content-type')?.split(';', 1)[0],
    allowed: headers.has('access-control-allow-origin'),
    body: Buffer.concat(parts),
  }
}
