/** Every setting there is: an environment variable, its default, and what is accepted. */
export interface Config {
  port: number
  host: string
  dataDir: string
  uploadsDir: string
  /** The public origin, without a slash at its end; undefined until the port is known. */
  siteUrl: string | undefined
  trustProxy: boolean
  adminUser: string
  adminPassword: string | undefined
  rateLimit: boolean
  /** From all visitors together. */
  applicationsPerHour: number
  /** Bytes of each disk that visitors and uploads leave free; 0: none. */
  diskReserve: number
  seed: boolean
  accessLog: 'json' | 'plain' | 'off'
  /** What the QR code of the official account says; {userId} stands for the account that shows it. */
  followUrl: string
}

/** A setting that the start must stop for, in one clear line. */
export class BadSetting extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

export function readConfig(env: Environment): Config {
  const set = (name: string): string | undefined => env[name] || undefined
  const choice = <const W extends string>(name: string, words: readonly [W, ...W[]]): W => {
    const value = set(name) ?? words[0]
    const known = words.find((word) => word === value)
    if (known === undefined) throw new BadSetting(`${name} must be one of ${words.join(', ')}, not "${value}"`)
    return known
  }

  return {
    port: port(set('PORT') ?? '8080'),
    host: set('HOST') ?? '127.0.0.1',
    dataDir: set('DATA_DIR') ?? './data',
    uploadsDir: set('UPLOADS_DIR') ?? './uploads',
    siteUrl: siteUrl(set('SITE_URL')),
    trustProxy: choice('TRUST_PROXY', ['0', '1']) === '1',
    adminUser: adminUser(set('ADMIN_USER') ?? 'admin'),
    adminPassword: adminPassword(set('ADMIN_PASSWORD')),
    rateLimit: choice('RATE_LIMIT', ['on', 'off']) === 'on',
    applicationsPerHour: integer('APPLICATIONS_PER_HOUR', 1, set('APPLICATIONS_PER_HOUR') ?? '300'),
    diskReserve: integer('DISK_RESERVE', 0, set('DISK_RESERVE') ?? '200') * 1_048_576,
    seed: choice('SEED', ['on', 'off']) === 'on',
    accessLog: choice('ACCESS_LOG', ['json', 'plain', 'off']),
    followUrl: followUrl(set('FOLLOW_URL') ?? placeholderFollowUrl),
  }
}

/** Leads nowhere until the official account's own appid and address are set. */
const placeholderFollowUrl =
  'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx0000000000000000&redirect_uri=https%3A%2F%2Fwww.example.com%2F&response_type=code&scope=snsapi_base&state={userId}#wechat_redirect'

function port(value: string): number {
  if (!/^\d{1,5}$/.test(value) || Number(value) > 65535) throw new BadSetting(`PORT must be a number from 0 to 65535, not "${value}"`)
  return Number(value)
}

function integer(name: string, least: number, value: string): number {
  if (!/^\d{1,9}$/.test(value) || Number(value) < least) throw new BadSetting(`${name} must be a whole number from ${least} to 999999999, not "${value}"`)
  return Number(value)
}

function siteUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search || url.hash || url.username) {
    throw new BadSetting(`SITE_URL must be an origin such as https://www.example.com, not "${value}"`)
  }
  return url.origin
}

function followUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value) || !value.includes('{userId}')) {
    throw new BadSetting('FOLLOW_URL must be a web address with {userId} in it')
  }
  return value
}

function adminUser(value: string): string {
  if (value !== value.trim() || value.length > 50) throw new BadSetting('ADMIN_USER must be 1 to 50 characters without spaces around them')
  return value
}

/** The value itself is never repeated: it is a secret. */
function adminPassword(value: string | undefined): string | undefined {
  if (value === undefined) return undefined
  if (value.length < 6 || value.length > 128) throw new BadSetting('ADMIN_PASSWORD must be 6 to 128 characters')
  return value
}
