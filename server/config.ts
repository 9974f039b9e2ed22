import { isAbsolute, resolve, sep } from 'node:path'
import { trustedProxies, type Trusts } from './http/trustedProxies.ts'

/** Every setting there is: an environment variable, its default, and what is accepted. */
export interface Config {
  port: number
  host: string
  dataDir: string
  uploadsDir: string
  /** The public origin, without a slash at its end; undefined until the port is known. */
  siteUrl: string | undefined
  /** Whose X-Forwarded-For and X-Forwarded-Proto are believed. */
  trusts: Trusts
  adminUser: string
  adminPassword: string | undefined
  rateLimit: boolean
  /** From all visitors together. */
  applicationsPerHour: number
  /** Bytes of each disk that visitors and uploads leave free; 0: none. */
  diskReserve: number
  seed: boolean
  accessLog: 'json' | 'plain' | 'off'
  /** Whether the access log names who asked. */
  logAddress: boolean
  /** What the QR code of the official account says; {userId} stands for the account that shows it. */
  followUrl: string
  /** Minutes past midnight in China, when the daily backup is made. */
  backupAt: number
  /** '' makes none. */
  backupDir: string
  backupKeep: { days: number; weeks: number; months: number }
  /** The command that is run with each archive; '' for none. */
  backupHook: string
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

  const dataDir = set('DATA_DIR') ?? './data'
  const uploadsDir = set('UPLOADS_DIR') ?? './uploads'
  return {
    port: port(set('PORT') ?? '8080'),
    host: set('HOST') ?? '127.0.0.1',
    dataDir,
    uploadsDir,
    siteUrl: siteUrl(set('SITE_URL')),
    trusts: trusts(set('TRUST_PROXY') ?? '0'),
    adminUser: adminUser(set('ADMIN_USER') ?? 'admin'),
    adminPassword: adminPassword(set('ADMIN_PASSWORD')),
    rateLimit: choice('RATE_LIMIT', ['on', 'off']) === 'on',
    applicationsPerHour: integer('APPLICATIONS_PER_HOUR', 1, set('APPLICATIONS_PER_HOUR') ?? '300'),
    diskReserve: integer('DISK_RESERVE', 0, set('DISK_RESERVE') ?? '200') * 1_048_576,
    seed: choice('SEED', ['on', 'off']) === 'on',
    accessLog: choice('ACCESS_LOG', ['json', 'plain', 'off']),
    logAddress: choice('LOG_ADDRESS', ['off', 'on']) === 'on',
    followUrl: followUrl(set('FOLLOW_URL') ?? placeholderFollowUrl),
    backupAt: backupAt(set('BACKUP_AT') ?? '03:30'),
    backupDir: backupDir(set('BACKUP_DIR') ?? '', { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir }),
    backupKeep: backupKeep(set('BACKUP_KEEP') ?? '7,4,12'),
    backupHook: backupHook(set('BACKUP_HOOK') ?? ''),
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

function trusts(value: string): Trusts {
  const proxies = trustedProxies(value)
  if (proxies === undefined) throw new BadSetting(`TRUST_PROXY must be 0, 1 or a list of addresses and networks such as 203.0.113.7,10.0.0.0/8, not "${value}"`)
  return proxies
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

function backupAt(value: string): number {
  const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(value) ?? []
  if (hours === undefined) throw new BadSetting(`BACKUP_AT must be a time from 00:00 to 23:59, not "${value}"`)
  return Number(hours) * 60 + Number(minutes)
}

/** Uploads are on the web, and what an archive holds is not. */
function backupDir(value: string, folders: Readonly<Record<string, string>>): string {
  for (const [name, folder] of Object.entries(folders)) {
    if (value !== '' && `${resolve(value)}${sep}`.startsWith(`${resolve(folder)}${sep}`)) throw new BadSetting(`BACKUP_DIR must not be inside ${name}`)
  }
  return value
}

function backupKeep(value: string): Config['backupKeep'] {
  const [, days, weeks, months] = /^([1-9]\d{0,2}),(\d{1,3}),(\d{1,3})$/.exec(value) ?? []
  if (days === undefined) throw new BadSetting(`BACKUP_KEEP must be how many daily, weekly and monthly ones are kept, such as 7,4,12, not "${value}"`)
  return { days: Number(days), weeks: Number(weeks), months: Number(months) }
}

function backupHook(value: string): string {
  if (value !== '' && !isAbsolute(value)) throw new BadSetting(`BACKUP_HOOK must be the whole path of a command, not "${value}"`)
  return value
}
