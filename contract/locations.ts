/** The groups that visitors see products in. */
export const locationIds = ['zhgd', 'cpxt', 'jzbh'] as const
export type LocationId = (typeof locationIds)[number]

/** Their names where the company's own are not known. */
export const locations: Readonly<Record<LocationId, string>> = {
  zhgd: '智慧工地产品',
  cpxt: '建筑机器人',
  jzbh: '建筑标准化产品',
}
