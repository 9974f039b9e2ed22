import type { Site } from './siteFields.ts'

interface Service {
  name: string
  on(statistics: Site['statistics']): boolean
  /** The hosts that its scripts come from and send to. */
  scripts: string
  reports: string
}

/** The statistics of other companies. */
const services: readonly Service[] = [
  { name: '百度统计', on: ({ baidu }) => baidu !== '', scripts: 'https://hm.baidu.com', reports: 'https://hm.baidu.com' },
  { name: '51LA', on: ({ laId, laCk }) => laId !== '' && laCk !== '', scripts: 'https://sdk.51.la', reports: 'https://collect-v6.51.la' },
]

/** Those that are set. */
export const servicesOf = ({ statistics }: Pick<Site, 'statistics'>): Service[] => services.filter(({ on }) => on(statistics))
