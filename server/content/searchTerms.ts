import { normalize } from '../../contract/plainText.ts'
import { termsOf } from '../../contract/titleMatch.ts'
import { perRecord } from '../store/perRecord.ts'
import { pinyinOf, soundOf, typedPinyin } from './pinyin.ts'
import { simplified } from './simplified.ts'

/** A text as it is compared. */
export const comparable = (text: string): string => simplified(normalize(text))

/** One of the words of a search, which are divided by spaces. */
export interface SearchTerm {
  word: string
  /** What it consists of, each with the words that mean the same: of 塔吊监测 塔吊 or 塔机, and 监测. */
  parts: readonly (readonly string[])[]
  /** Smaller pieces, for what is only similar. */
  pieces: readonly (readonly string[])[]
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
]

/** Staff write a group as 塔吊、塔机、塔式起重机. */
const synonymsOf = perRecord((rows: readonly string[]): Synonyms => {
  const groups = rows.map((row) =>
    [
      ...new Set(
        comparable(row)
          .split(/[、,;\s]+/)
          .filter(Boolean),
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
  termsOf(text).map((word) => termOf(simplified(word), synonymsOf(rows)))

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
    const parts = [[...new Set([...withSynonyms(word), ...meant])]]
    return { word, parts, pieces: parts, pinyin, sound: undefined, soundalikes: [] }
  }
  const whole = withSynonyms(word)
  const divided = whole.length > 1 ? [] : word.split(divider).filter(isLong)
  // Words that only ask, such as 价格, count where there is nothing else.
  const telling = divided.filter((part) => !asking.includes(part))
  const searchedParts = telling.length > 0 ? telling : divided
  const parts = searchedParts.length > 0 ? searchedParts.map(withSynonyms) : [whole]
  const pieces = parts.flatMap((words) => (words.length > 1 ? [words] : pairsIn(words[0] ?? '').map((pair) => [pair])))
  const sound = (word.match(/\p{Script=Han}/gu)?.length ?? 0) > 1 ? soundOf(word) : undefined
  return {
    word,
    parts,
    pieces,
    pinyin: undefined,
    sound,
    soundalikes: sound ? soundingLike(new RegExp(`^${sound.source}$`)) : [],
  }
}

/** The pairs of neighbours in Chinese, and words of letters and digits. */
const pairsIn = (text: string): string[] =>
  (text.match(/[a-z\d.]+|\p{Script=Han}+/gu) ?? []).flatMap((run) => {
    const characters = [...run]
    return /^[a-z\d.]/.test(run) || characters.length < 3
      ? [run]
      : characters.slice(1).map((character, index) => `${characters[index]}${character}`)
  })
