import type { ChannelKind } from '../../contract/calls/channels.ts'
import { fieldFailure } from '../failure.ts'
import { DeliveryFailure, type FailureWords, foreignReply, statusFailure, waitOf } from './deliveryFailure.ts'
import { textOfMessage } from './message.ts'
import { parsedJson, post } from './post.ts'
import type { KeptFields, Send, Service } from './service.ts'

/** A robot in a group of a messenger: it has one address, whose key is all that it needs. */
export interface Robot {
  kind: ChannelKind
  /** The first one, unless an address names another. */
  hosts: readonly [string, ...string[]]
  /** The key follows, or is in this parameter. */
  path: string
  parameter?: string
  /** How long a text may be in UTF-8. */
  maxBytes: number
  request(
    text: string,
    secret: string | undefined,
    now: number,
  ): { search?: Readonly<Record<string, string>>; body: object }
  /** Its reply; undefined where it is none of this service. */
  codeOf(reply: Readonly<Record<string, unknown>>): { code: number; reason: string } | undefined
  /** The keys are codes, or codes with a word of the reason. */
  failures: FailureWords
}

/** The code of a reply, of those services that send one as `errcode`. */
export const errcodeOf: Robot['codeOf'] = ({ errcode, errmsg }) =>
  typeof errcode === 'number' ? { code: errcode, reason: String(errmsg) } : undefined

export const robotService = (robot: Robot): Service => ({
  send: robotSend(robot),
  async fieldsOf(input, existing) {
    const secret = input.secret || existing?.secret
    const address = input.address ? robotAddress(robot, input.address) : {}
    if (typeof address === 'string') throw fieldFailure('address', address)
    return { ...address, ...(secret && { secret }) }
  },
})

export const robotSend =
  (robot: Robot): Send =>
  async ({ address = '', secret, host }, message, { origins }, { signal, now }) => {
    const url = new URL(robot.path, origins[robot.kind] ?? `https://${host ?? robot.hosts[0]}`)
    if (robot.parameter === undefined) url.pathname += address
    else url.searchParams.set(robot.parameter, address)
    const { search = {}, body } = robot.request(textOfMessage(message, robot.maxBytes), secret || undefined, now)
    for (const [name, value] of Object.entries(search)) url.searchParams.set(name, value)

    const response = await post({ url, body: JSON.stringify(body), signal })
    const reply = robot.codeOf(parsedJson(await response.text()))
    const failure = statusFailure(response.status, response.headers)
    // HTTP 200 is no success: only the reply's own code is.
    if (reply?.code === 0 && !failure) return
    if (!reply) {
      if (failure && !failure.permanent) throw failure
      throw foreignReply('这个服务', response.status)
    }
    const [words, more] = failureOf(robot, reply) ?? [`服务返回错误码${reply.code}，稍后自动重试`]
    throw new DeliveryFailure(words, {
      ...more,
      ...(!more?.permanent && { waitMs: waitOf(response.headers) ?? more?.waitMs }),
    })
  }

function failureOf(
  { failures }: Robot,
  { code, reason }: { code: number; reason: string },
): FailureWords[string] | undefined {
  const names = Object.keys(failures).filter((name) => {
    const [codeOfFailure, word = ''] = name.split(' ')
    return codeOfFailure === String(code) && reason.includes(word)
  })
  return failures[names.sort((a, b) => b.length - a.length)[0] ?? '']
}

/** What is kept of an address as it is copied from the service, or of its key alone; a message where it is not one. */
export function robotAddress(robot: Robot, text: string): KeptFields | string {
  const { hosts, path, parameter } = robot
  if (parameter !== undefined && isKey(text)) return { address: text, host: hosts[0] }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const host = hosts.find((host) => url?.origin === `https://${host}`)
  const key = parameter === undefined ? url?.pathname.slice(path.length) : url?.searchParams.get(parameter)
  const isPath = parameter === undefined ? url?.pathname.startsWith(path) : url?.pathname === path
  if (host === undefined || !isPath || !isKey(key ?? '')) {
    return `请粘贴机器人的Webhook地址，它以https://${hosts[0]}${path}开头`
  }
  return { address: key ?? '', host }
}

const isKey = (text: string): boolean => /^[\w-]{8,200}$/.test(text)
