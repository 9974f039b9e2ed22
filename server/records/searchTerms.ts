import { compact, normalize } from '../../contract/text/plainText.ts'
import { termsOf } from '../../contract/text/titleMatch.ts'
import { perRecord } from '../store/perRecord.ts'
import { pinyinOf, soundOf, typedPinyin } from './pinyin.ts'
import { simplified } from './simplified.ts'

/** A text as it is compared. */
export const comparable = (text: string): string => simplified(compact(normalize(text)))

/** 塔吊监测 has the parts 塔吊 and 监测. */
export interface SearchPart {
  /** The part, and what means the same. */
  words: readonly string[]
  /** Where it may be cut in two, which texts have in another order: 车牌识别 is 自动识别车牌. */
  halves: readonly Halves[]
  code?: Code | undefined
}
/** Where others write a letter more: GB/T 28181 for GB28181. Texts without the number need not be searched for it. */
interface Code {
  number: string
  pattern: RegExp
}
type Halves = readonly [string, string]

/** A smaller piece of a word, for what is only similar. */
export interface SearchPiece {
  words: readonly string[]
  /** Two neighbours, wherever a word begins or ends. */
  isCut: boolean
}

/** One of the words of a search, which are divided by spaces. */
export interface SearchTerm {
  word: string
  parts: readonly SearchPart[]
  pieces: readonly SearchPiece[]
  /** What is typed as pinyin. */
  pinyin: RegExp | undefined
  /** What sounds like it, of Chinese words of two characters or more: input methods offer 塔基 for 塔机. */
  sound: RegExp | undefined
  /** The synonyms of what sounds like it. */
  soundalikes: readonly string[]
}

interface Synonyms {
  groups: readonly (readonly string[])[]
  /** The pinyin of their words. */
  sounds: readonly (readonly string[])[]
  /** Divides a word into those of the list, what asks for something about them, and what is between. */
  divider: RegExp
}

const maxGroupSize = 12
/** They ask for something about a thing, and are not its name: 塔吊厂家 is about 塔吊. */
const asking: readonly string[] = [
  '厂家',
  '厂商',
  '供应商',
  '公司',
  '品牌',
  '系统',
  '软件',
  '监控',
  '设备',
  '产品',
  '方案',
  '价格',
  '报价',
  '多少钱',
  '哪家好',
  '怎么样',
  '怎么用',
  '怎么',
  '如何',
  '哪里',
  '几年',
  '多久',
]

/** Staff write a group as 塔吊、塔机、塔式起重机. */
const synonymsOf = perRecord((rows: readonly string[]): Synonyms => {
  const groups = rows.map((row) =>
    [
      ...new Set(
        normalize(row)
          .split(/[、,;\s]+/)
          .filter(Boolean)
          .map(comparable),
      ),
    ].slice(0, maxGroupSize),
  )
  const words = [...new Set([...groups.flat(), ...asking])]
    .filter(isLong)
    .sort((one, other) => other.length - one.length)
  const escaped = words.map((word) => word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'))
  return { groups, sounds: groups.map((group) => group.map(pinyinOf)), divider: new RegExp(`(${escaped.join('|')})`) }
})
const isLong = (word: string): boolean => [...word].length > 1
const isChinese = (word: string): boolean => /\p{Script=Han}/u.test(word)

export const searchTerms = (text: string, rows: readonly string[]): SearchTerm[] =>
  termsOf(text).map((word) => termOf(comparable(word), synonymsOf(rows)))

/** Its numbers stay whole; there may be one more letter before each of them and of its letters. */
function codeOf(word: string): Code | undefined {
  const [number = ''] = word.match(/\d{2,}/) ?? []
  if (!/^[a-z]{2}/.test(word) || number === '') return undefined
  return { number, pattern: new RegExp((word.match(/[a-z]|\d+/g) ?? []).join('[a-z]?')) }
}

function termOf(word: string, synonyms: Synonyms): SearchTerm {
  const { groups, sounds, divider } = synonyms
  const withSynonyms = (part: string): string[] => [
    ...new Set([part, ...groups.filter((group) => group.includes(part)).flat()]),
  ]
  const soundingLike = (sound: RegExp): string[] =>
    groups
      .filter((group, index) =>
        sounds[index]?.some(
          (readings, at) => isChinese(group[at] ?? '') && readings.split(' ').some((reading) => sound.test(reading)),
        ),
      )
      .flat()
  if (/^[a-z\d]+$/.test(word)) {
    const pinyin = typedPinyin(word)
    // tadiao and td are 塔吊, so they find what 塔吊 finds.
    const meant = word.length > 1 ? soundingLike(new RegExp(`^(?:${pinyin.source})[a-z]*$`)) : []
    const words = [...new Set([...withSynonyms(word), ...meant])]
    return {
      word,
      parts: [{ words, halves: [], code: codeOf(word) }],
      pieces: [{ words, isCut: false }],
      pinyin,
      sound: undefined,
      soundalikes: [],
    }
  }
  const whole = withSynonyms(word)
  const divided = whole.length > 1 ? [] : word.split(divider).filter(isLong)
  // Words that only ask, such as 价格, count where there is nothing else.
  const telling = divided.filter((part) => !asking.includes(part))
  const searchedParts = telling.length > 0 ? telling : divided
  const parts = searchedParts.length > 0 ? searchedParts.map(withSynonyms) : [whole]
  const pieces = parts.flatMap(piecesOf)
  const sound = (word.match(/\p{Script=Han}/gu)?.length ?? 0) > 1 ? soundOf(word) : undefined
  return {
    word,
    parts: parts.map((words) => ({ words, halves: words.length > 1 ? [] : halvesOf(words[0] ?? '') })),
    pieces,
    pinyin: undefined,
    sound,
    soundalikes: sound ? soundingLike(new RegExp(`^${sound.source}$`)) : [],
  }
}

/** Longer ones are sentences. */
const longestHalved = 8

function halvesOf(word: string): Halves[] {
  if (!/^\p{Script=Han}+$/u.test(word)) return []
  const characters = [...word]
  if (characters.length > longestHalved) return []
  const halves: Halves[] = []
  for (let at = 2; at <= characters.length - 2; at++) {
    halves.push([characters.slice(0, at).join(''), characters.slice(at).join('')])
  }
  return halves
}

function piecesOf(words: readonly string[]): SearchPiece[] {
  const pairs = words.length > 1 ? [] : pairsIn(words[0] ?? '')
  if (pairs.length < 2) return [{ words, isCut: false }]
  return pairs.map((pair) => ({ words: [pair], isCut: true }))
}

/** The pairs of neighbours in Chinese, and words of letters and digits. */
const pairsIn = (text: string): string[] =>
  (text.match(/[a-z\d.]+|\p{Script=Han}+/gu) ?? []).flatMap((run) => {
    const characters = [...run]
    return /^[a-z\d.]/.test(run) || characters.length < 3
      ? [run]
      : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  })
