import type { MovedKind } from '../contract/kinds/movedRecords.ts'

const words: readonly (readonly [RegExp, MovedKind])[] = [
  [/产品|商品|设备|product(?!i)|\bshop\b/i, 'product'],
  [/案例|工程|项目|业绩|\b(?:cases?|projects?|portfolio)\b/i, 'case'],
]

/** What the names of a column, of the one above it or of a model say. */
export const kindByName = (names: string): MovedKind | undefined => words.find(([each]) => each.test(names))?.[1]
