import { locationIds } from '../contract/kinds/groups.ts'
import { chinaTime } from '../server/system/chinaTime.ts'
import type { LeadRecord } from '../server/store/leadRecords.ts'
import type { Stored } from '../server/store/kind.ts'
import { liveKinds, type ProductRecord } from '../server/store/records.ts'

export type { Stored }

/** A name has one word of each list, so that searches can match a tenth, a hundredth or a thousandth of all records. */
const parts = [
  ['塔机', '升降机', '扬尘', '实名制', '高支模', '卸料平台', '深基坑', '配电箱', '喷淋', '车辆'],
  ['安全', '人脸', '红外', '无线', '智能', '数字', '移动', '远程', '节能', '防水'],
  ['监测', '识别', '定位', '预警', '测量', '抹平', '喷涂', '搬运', '巡检', '整平'],
  ['系统', '终端', '机器人', '平台', '主机', '传感器', '工作站', '控制柜', '一体机', '护栏'],
]
const describe =
  '面向施工现场的成套设备，安装当天即可投入使用，数据实时上传云平台，超限自动报警并留存记录，项目部、公司和主管部门分级查看；' +
  '支持断网续传与远程升级，主要部件两年质保，提供现场培训'

/** Oldest first, a minute apart, the last an hour ago. A row in the list has some 600 bytes. */
export function* products(count: number): Generator<ProductRecord> {
  for (let n = 0; n < count; n++) {
    // Completed, so that a field that products get later is empty here.
    yield liveKinds.product.complete({
      ...stored(n, count),
      coverName: `${nameOf(n)} ${serialOf(n)}`,
      coverDescribe: `${nameOf(n)}${describe}。`,
      jumpUrl: '',
      coverUrl: `/uploads/product/${String(n).padStart(8, '0')}-cover-picture.jpg`,
      locationId: locationIds[n % locationIds.length],
      productCon: `<h2>${nameOf(n)}</h2><p>${describe}。</p>`,
    }) as ProductRecord
  }
}

export function* leads(count: number): Generator<LeadRecord> {
  for (let n = 0; n < count; n++) {
    yield {
      ...stored(n, count),
      agentName: `联系人${n}`,
      agentInfo: `第${n}建设工程有限公司`,
      phone: String(13_000_000_000 + n),
      source: 'desktop',
    }
  }
}

/** The words of one round, frequent and rare ones mixed, and none of another round. */
export function searchWords(round: number, count: number): string[] {
  const pick = <T>(from: readonly T[], many: number, step: number): T[] =>
    Array.from({ length: many }, (_, i) => from[((round * many + i) * step) % from.length]).filter(
      (word) => word !== undefined,
    )
  const words = [
    ...pick(oneWord, 6, 1),
    ...pick(twoWords, 24, 7),
    ...pick(threeWords, 24, 7),
    ...Array.from({ length: 26 }, (_, i) => serialOf(((round * 26 + i) * 797) % count).toLowerCase()),
  ]
  return words.map((_, i) => words[(i * 27) % words.length] ?? '')
}

const stored = (n: number, count: number): Stored => ({
  id: String(n).padStart(21, '0'),
  createdAt: chinaTime(Date.now() - (count - n + 59) * 60_000),
})

/** Repeats only after ten thousand names, in an order that does not help a search. */
function nameOf(n: number): string {
  const digits = String((n * 7919) % 10_000).padStart(4, '0')
  return parts.map((words, i) => words[Number(digits[i])]).join('')
}

const serialOf = (n: number): string => `ZZ-${String(n).padStart(6, '0')}`

/** Every sequence of `many` words that a name can contain. */
const joined = (many: number): string[] =>
  parts
    .slice(many - 1)
    .flatMap((_, index) =>
      parts
        .slice(index, index + many)
        .reduce<string[]>((before, words) => before.flatMap((a) => words.map((b) => a + b)), ['']),
    )
const oneWord = joined(1)
const twoWords = joined(2)
const threeWords = joined(3)
