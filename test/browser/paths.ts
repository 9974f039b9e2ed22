import type { TestServer } from '../server.ts'

/** The pages of the site; those that every width shares come last. */
const product = 'productId=zhgd-tower-crane'
export const shared = [
  '/xwdt',
  '/xwdtDet?newId=20250514-dealer-conference',
  '/xiangmuanli',
  '/qdfangwu',
  '/yingyongchangjing',
  '/zizhi',
  '/map',
  '/demo',
  '/agreement',
  '/privacy',
  '/product/compare?ids=zhgd-tower-crane,zhgd-unloading-platform',
  '/zixun',
  `/search?word=${encodeURIComponent('塔机')}`,
  '/no-such-page',
]
export const ofDesktop = ['/', '/product', `/productDet?${product}`, '/dljm', '/gywm']
export const ofPhone = ['/mobile', '/zhuyingyewu', `/cpDeatail?${product}`, '/dailijiameng', '/gongsijianjie']

const cases = ['/huanghejiangong', '/sddianjian1', '/sdkaili']
export const everyDesktop = [...ofDesktop, ...shared, ...cases]
export const everyPhone = [
  ...ofPhone,
  '/cpDeatail?title=示例&desc=说明&imgUrl=/media/qr.png',
  '/cpDeatail?desc=说明',
  ...shared,
  ...cases,
]
/** What is seen on few of them; /en has to be written first. */
export const rarer = [
  '/en',
  '/p/jiaru',
  '/p/xiazai',
  '/search',
  `/search?word=${encodeURIComponent('盘扣')}`,
  '/zixun?productId=zhgd-tower-crane',
  '/xwdt?page=2',
  '/zizhi?type=test',
  '/product/compare',
  '/xunjia',
  '/xunjia?p=zhgd-tower-crane*3,zhgd-smart-helmet:ZZ-H480*20,gone*1',
]
export const withGallery = 'productId=zhgd-cloud-platform'

/** The page for visitors from abroad is off until it has a title. */
export async function writeEnglish(server: TestServer): Promise<void> {
  const { english } = (await server.post('/v1/site/detail')).data
  const written = { english: { ...english, title: 'Sensors and machines for sites' } }
  await server.post('/v1/site/update', written, { headers: await server.signIn() })
}
