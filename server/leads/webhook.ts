import { createHmac, randomBytes } from 'node:crypto'
import { fieldFailure } from '../failure.ts'
import { DeliveryFailure, statusFailure } from './deliveryFailure.ts'
import { post } from './post.ts'
import { type Network, refusePrivate, type Service } from './service.ts'

const prefix = 'whsec_'
export const newSecret = (): string => `${prefix}${randomBytes(32).toString('base64')}`
const secretBytes = (secret: string): Buffer => Buffer.from(secret.slice(prefix.length), 'base64')

/** Whether it is a key of 24 to 64 bytes. */
export function isSecret(secret: string): boolean {
  const key = secretBytes(secret)
  return (
    secret.startsWith(prefix) &&
    key.length >= 24 &&
    key.length <= 64 &&
    key.toString('base64') === secret.slice(prefix.length)
  )
}

/** Standard Webhooks 1.0: https://github.com/standard-webhooks/standard-webhooks */
export const webhookSign = (secret: string, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', secretBytes(secret)).update(`${id}.${seconds}.${body}`).digest('base64')}`

/** A message where it is no address for a webhook. */
function webhookProblem(address: string, { allowHttp }: Pick<Network, 'allowHttp'>): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return '请填写以https://开头的地址'
  if (url.protocol === 'http:' && !allowHttp) return '地址必须以https://开头'
  return url.username || url.password ? '地址里不能有账号和密码' : undefined
}

export const webhook: Service = {
  async send({ address = '', secret = '' }, { id = '', type, data = {} }, { outside, allowHttp }, { signal, now }) {
    const problem = webhookProblem(address, { allowHttp })
    if (problem !== undefined) throw new DeliveryFailure(problem, { permanent: true })
    const body = JSON.stringify({ type, timestamp: new Date(now).toISOString(), data })
    const seconds = Math.floor(now / 1000)
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': `${seconds}`,
      'webhook-signature': webhookSign(secret, id, seconds, body),
    }
    const response = await post({ url: new URL(address), headers, body, signal, outside })
    response.close()
    const failed = statusFailure(response.status, response.headers)
    if (failed) throw failed
  },
  async fieldsOf(input, existing, network) {
    if (input.secret && !isSecret(input.secret))
      throw fieldFailure('secret', '密钥应以whsec_开头，后面是24到64个字节的Base64')
    if (input.address) {
      const problem = webhookProblem(input.address, network)
      if (URL.canParse(input.address)) await refusePrivate('address', new URL(input.address), network)
      if (problem !== undefined) throw fieldFailure('address', problem)
    }
    return {
      secret: input.secret || existing?.secret || newSecret(),
      ...(input.address && { address: input.address }),
    }
  },
}
