/** The groups that visitors see products in and that programs know by name. A site may have more, see `groups` of its record. */
export const locationIds = ['zhgd', 'cpxt', 'jzbh'] as const
export type LocationId = (typeof locationIds)[number]

/** Their names where the company's own are not known. */
export const locations: Readonly<Record<LocationId, string>> = {
  zhgd: '智慧工地产品',
  cpxt: '建筑机器人',
  jzbh: '建筑标准化产品',
}

/** The three, or as the server makes them. */
export const isGroupId = (value: unknown): value is string =>
  typeof value === 'string' && /^(zhgd|cpxt|jzbh|g[a-z\d]{12})$/.test(value)

/** How many groups a site may have. */
export const maxGroups = 8

export const lacksGroup = (groups: readonly { id: string }[]): boolean =>
  locationIds.some((id) => groups.every((group) => group.id !== id))
