type Statistics = Readonly<Record<'baidu' | 'laId' | 'laCk', string>>
interface Service {
  name: string
  /** The attribute of client/lib/services.ts that names it, and its value; '' where it is not set, or by hand to what is no id. */
  attribute: string
  idOf(statistics: Statistics): string
  /** The hosts that its scripts come from and send to. */
  scripts: string
  reports: string
}

export const baiduId = /^[0-9a-f]{32}$/
export const laId = /^[A-Za-z\d]{8,32}$/

/** The statistics of other companies. */
const services: readonly Service[] = [
  {
    name: '百度统计',
    attribute: 'data-baidu',
    idOf: ({ baidu }) => (baiduId.test(baidu) ? baidu : ''),
    scripts: 'https://hm.baidu.com',
    reports: 'https://hm.baidu.com',
  },
  {
    name: '51LA',
    attribute: 'data-la',
    idOf: (ids) => (laId.test(ids.laId) && laId.test(ids.laCk) ? `${ids.laId} ${ids.laCk}` : ''),
    scripts: 'https://sdk.51.la',
    reports: 'https://collect-v6.51.la',
  },
]

/** Those that are set. */
export const servicesOf = ({ statistics }: { statistics: Statistics }): Service[] =>
  services.filter(({ idOf }) => idOf(statistics) !== '')
