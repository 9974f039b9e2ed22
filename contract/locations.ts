/** The groups that visitors see products in. */
export const locations = {
  zhgd: '智慧工地产品',
  cpxt: '建筑机器人',
  jzbh: '建筑标准化产品',
} as const
export type LocationId = keyof typeof locations
export const locationIds = Object.keys(locations) as LocationId[]
