import { adminScreens } from '../../contract/adminPaths.ts'

/** Links to a new record, under the same names wherever they appear. */
export const newRecords = [
  { title: '新增产品', also: ['添加产品'], path: `${adminScreens.products}?add=1`, icon: 'box' },
  { title: '新增新闻', also: ['添加新闻', '发布新闻'], path: `${adminScreens.news}?add=1`, icon: 'news' },
  { title: '上传轮播图', also: ['新增轮播图', '上传图片'], path: `${adminScreens.carousel}?add=1`, icon: 'image' },
  { title: '新增页面', also: ['添加页面'], path: `${adminScreens.pages}?add=1`, icon: 'page' },
] as const
