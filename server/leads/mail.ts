import { fileURLToPath } from 'node:url'
import type { ParsedOf } from '../../contract/calls/calls.ts'
import { fieldFailure } from '../failure.ts'
import { allowedAddresses } from '../edge/outside.ts'
import { connectionFailure, DeliveryFailure, type FailureWords, permanent } from './deliveryFailure.ts'
import { textOfMessage } from './message.ts'
import type { ChannelRecord } from '../store/leadRecords.ts'
import { type KeptFields, type Network, refusePrivate, type Service } from './service.ts'
import type { SendMail } from './smtp.ts'

const defaultPort = 465
const maxRecipients = 20
const maxBytes = 20_000
const addressPattern = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/

export const isMailAddress = (text: string): boolean => addressPattern.test(text)
const recipientsOf = (to: string): string[] => to.split(/[\s,;，；、]+/).filter((part) => part !== '')

export type Letter = Pick<Parameters<SendMail>[0], 'to' | 'subject' | 'text' | 'replyTo' | 'byHand'>

/** Sends by the account of a channel. Rejects with a DeliveryFailure. */
export async function sendLetter(
  { host = '', port = defaultPort, user = '', password = '' }: ChannelRecord,
  letter: Letter,
  { outside }: Network,
  signal: AbortSignal,
): Promise<void> {
  const [server] = await allowedAddresses({ hostname: host, port: '' }, outside, signal).catch((error: unknown) => {
    // Nothing was sent, however long it took.
    throw connectionFailure(error, signal, true)
  })
  try {
    const sendMail = await loadSendMail()
    const refused = await sendMail({ server, host, port, user, password, ...letter, signal })
    // The others have got it; a wrong address would never be noticed.
    if (refused.some((code) => code >= 500)) throw new DeliveryFailure('有收件人的地址被拒绝，请检查收件人', permanent)
  } catch (error) {
    throw failedSending(error, signal)
  }
}

export const mail: Service = {
  send(channel, message, network, { signal }) {
    const {
      title,
      lines: [first = ''],
      type,
    } = message
    const subject = type === 'inquiry.created' ? `${title} ${first}` : title
    const letter = { to: recipientsOf(channel.to ?? ''), subject, text: textOfMessage(message, maxBytes) }
    return sendLetter(channel, letter, network, signal)
  },
  async fieldsOf(input, existing, network) {
    const { host = '', user = '', password = '', to = '' } = { ...existing, ...onlyFilled(input) }
    const port = input.port ?? existing?.port ?? defaultPort
    if (!/^[\w.:-]+$/.test(host)) throw fieldFailure('host', '请填写邮箱的SMTP服务器，如smtp.qq.com')
    if (!isMailAddress(user)) throw fieldFailure('user', '请填写完整的邮箱账号，如name@qq.com')
    // Or a server of somebody else would be given what nobody may read.
    if (existing && host !== existing.host && !input.password)
      throw fieldFailure('password', '更换邮箱服务器后，请重新填写授权码')
    const recipients = recipientsOf(to)
    if (recipients.length === 0 || recipients.length > maxRecipients || !recipients.every(isMailAddress)) {
      throw fieldFailure('to', `请填写1到${maxRecipients}个收件人的邮箱，用逗号隔开`)
    }
    await refusePrivate('host', { hostname: host, port: '' }, network)
    return { host, port, user, password, to: recipients.join(', ') }
  },
}

const onlyFilled = ({ host, user, password, to }: ParsedOf<'channelSave'>): KeptFields =>
  Object.fromEntries(Object.entries({ host, user, password, to }).filter(([, value]) => value))

const sender = '发件人必须与登录的邮箱账号一致，请填写完整的邮箱账号'
const replies: FailureWords = {
  454: ['邮箱没有开启SMTP服务（454），请在邮箱的设置里开启', permanent],
  501: [`${sender}（501）`, permanent],
  530: ['邮箱服务器要求先登录（530），请检查账号和授权码', permanent],
  534: ['邮箱服务器要求用授权码登录（534），请在邮箱的设置里生成', permanent],
  535: ['登录没有通过（535）：请填写授权码，不是邮箱密码；改过邮箱密码后要重新生成', permanent],
  550: [`邮箱服务器拒绝（550）：${sender}，并检查收件人`, permanent],
  553: [`${sender}（553）`, permanent],
  554: ['邮件被当作垃圾邮件拒收（554），稍后自动重试；请把发件人加入收件人的白名单'],
}

/** Nodemailer's errors have what the server has answered in their texts, which are shown to nobody. */
function failedSending(error: unknown, signal: AbortSignal): DeliveryFailure {
  if (error instanceof DeliveryFailure || !(error instanceof Error)) return connectionFailure(error, signal)
  const {
    code,
    originalCode,
    responseCode = 0,
  } = error as Error & { code?: string; originalCode?: string; responseCode?: number }
  const [words, more] = (responseCode !== 454 || code === 'EAUTH' ? replies[responseCode] : undefined) ?? []
  if (words !== undefined) return new DeliveryFailure(words, more)
  if (responseCode > 0 && responseCode < 500)
    return new DeliveryFailure(`邮箱服务器暂时不接受邮件（${responseCode}），稍后自动重试`)
  if (code === 'ETLS' && originalCode === undefined) {
    return new DeliveryFailure('邮箱服务器不支持加密连接，请改用465端口', permanent)
  }
  if (code === 'EAUTH') return new DeliveryFailure('登录邮箱没有通过，请检查账号和授权码', permanent)
  if (responseCode > 0) return new DeliveryFailure(`邮箱服务器没有接受邮件（${responseCode}），稍后自动重试`)
  return connectionFailure(Object.assign(new Error(), { code: originalCode ?? code ?? '' }), signal)
}

/** Sites without mail do not load the package. */
async function loadSendMail(): Promise<SendMail> {
  const isSource = import.meta.url.endsWith('.ts')
  const program = new URL(isSource ? './smtp.ts' : './smtp.mjs', import.meta.url)
  return ((await import(fileURLToPath(program))) as { sendMail: SendMail }).sendMail
}
