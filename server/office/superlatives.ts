import type { Claim } from '../../contract/calls/checks.ts'
import { sha256 } from '../system/sha256.ts'

/** Hardly ever allowed in an advertisement (广告法 article 9), whatever the evidence. */
const never = [
  '国家级',
  '最高级',
  '最佳',
  '世界级',
  '顶级',
  '极品',
  '第一品牌',
  '全国第一',
  '全网第一',
  '销量第一',
  'NO.1',
  'TOP1',
  '唯一',
  '独一无二',
  '绝无仅有',
  '史无前例',
  '填补国内空白',
  '驰名商标',
  '国家领导人推荐',
  '特供',
  '专供',
  '100%安全',
  '零风险',
  '永久',
  '万能',
  '绝对',
]
/** Allowed to who can prove them. */
const withEvidence = [
  '首个',
  '首家',
  '首选',
  '独家',
  '遥遥领先',
  '世界领先',
  '国际领先',
  '领先',
  '领导者',
  '领军',
  '龙头',
  '王牌',
  '金牌',
  '冠军',
  '最先进',
  '最大',
  '最高',
  '最好',
  '最强',
  '最优',
  '一流',
  '极致',
  '完美',
  '终极',
]

/** Where the same characters are a measurement, a term of the trade or advice. */
const harmless = [
  '最大(?:荷载|载荷|起重|跨度|直径|半径|功率|误差|偏差|允许|粒径|风速|高度|深度|厚度|宽度|长度|幅度|速度|力矩|转速|流量|压力|电流|重量|容量|位移|值|化|程度)',
  '最高(?:温度|工作|转速|点|气温|时速|速度|高度|限值|值|人民)',
  '最好(?:先|在|提前|不|能|由|避|把|用|每|让)',
  '最佳(?:使用|工作|施工|养护|安装)?(?:温度|湿度|时间|时机|位置|角度|距离|高度)',
  '最优(?:路径|解|值|参数)',
  '第一(?:步|章|节|条|阶段|时间|批|期|届|次|季度|人民医院)',
  '唯一(?:标识|编码|编号|性|识别码|身份|对应)',
  '国家级(?:标准|高新区|高新技术|开发区)',
  '绝对(?:值|高程|标高|坐标|湿度|压力|误差|位置|编码|零度)',
  '永久(?:性|荷载|支撑|结构|建筑|道路|用地|边坡|围护|工程|保存|保留|删除|清除)',
  '万能(?:角度尺|试验机|扳手|胶|工具)',
  '首选(?:项|语言)',
  '水龙头',
]

const escaped = (word: string): string => word.replaceAll('.', '\\.')
const exceptions = new RegExp(harmless.join('|'), 'g')
// Of 最高级 and 最高 the longer one is found.
const words = new RegExp(
  [...never, ...withEvidence]
    .sort((a, b) => b.length - a.length)
    .map(escaped)
    .join('|'),
  'gi',
)
const neverWords = new Set(never)

const sentenceHash = (sentence: string): string => sha256(sentence).slice(0, 32)

/** The sentences of a text that have such words. */
export function claimsIn(text: string): Claim[] {
  if (text.search(words) < 0) return []
  return text.split(/(?<=[。！？!?；;])|\n/).flatMap((part): Claim[] => {
    const sentence = part.trim()
    const matches = sentence.replace(exceptions, ' ').match(words) ?? []
    const claimWords = [...new Set(matches.map((word) => word.toUpperCase()))]
    if (claimWords.length === 0) return []
    const level = claimWords.some((word) => neverWords.has(word)) ? 'A' : 'B'
    return [{ key: sentenceHash(sentence), sentence, words: claimWords, level }]
  })
}
