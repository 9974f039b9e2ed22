import { appOf } from '../../contract/leads/sources.ts'
import { isPublicAddress } from '../edge/publicAddress.ts'

/** What signs in without being a browser. */
export const program = '程序'

type Words = readonly (readonly [RegExp, string])[]
/** The first match counts: those further down are named by those above them, too. */
const machines: Words = [
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/OpenHarmony|HarmonyOS/, '鸿蒙设备'],
  [/Windows Phone/, '手机'],
  [/Windows/, 'Windows电脑'],
  [/Android.*Mobile/, '安卓手机'],
  [/Android/, '安卓平板'],
  [/Mac OS X/, 'Mac电脑'],
  [/Linux|CrOS/, 'Linux电脑'],
]
const browsers: Words = [
  [/Edg(?:A|iOS)?\//, 'Edge'],
  [/MetaSr|SogouMobile/, '搜狗浏览器'],
  [/360SE|360EE|QIHU|QihooBrowser/i, '360浏览器'],
  [/QQBrowser/, 'QQ浏览器'],
  [/UCBrowser|UCWEB/, 'UC浏览器'],
  [/Quark/, '夸克浏览器'],
  [/HuaweiBrowser/, '华为浏览器'],
  [/MiuiBrowser/i, '小米浏览器'],
  [/Chrome\/|CriOS/, 'Chrome'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Android/, '浏览器'],
  [/Version\/.*Safari|like Mac OS X/, 'Safari'],
  [/MSIE |Trident\//, 'IE'],
]
const maxLength = 1_000
const firstOf = (words: Words, text: string): string | undefined => words.find(([pattern]) => pattern.test(text))?.[1]

/** The machine and the browser or app of a User-Agent, which may claim anything: nothing but words of ours is returned. */
export function deviceWords(userAgent = ''): string {
  const text = userAgent.slice(0, maxLength)
  if (!text.startsWith('Mozilla/')) return program
  return [firstOf(machines, text) ?? '其他设备', appOf(text) || (firstOf(browsers, text) ?? '浏览器')].join(' · ')
}

/** Enough to tell the office from elsewhere, and too little to find anybody: the first two groups of a public address. */
export function networkWords(address: string): string {
  if (!/[.:]/.test(address)) return ''
  if (/^127\.|^(?:0:){7}1$/.test(address)) return '本机'
  if (!isPublicAddress(address)) return '内网'
  return address.includes(':')
    ? `${address.split(':').slice(0, 2).join(':')}:*`
    : `${address.split('.').slice(0, 2).join('.')}.*.*`
}
