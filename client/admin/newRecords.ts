/** The ways to a new record, by the same names wherever they are offered. */
export const newRecords = [
  { title: '新增产品', also: ['添加产品'], path: '/AdminProduct?add=1', icon: 'box' },
  { title: '新增新闻', also: ['添加新闻', '发布新闻'], path: '/AdminNews?add=1', icon: 'news' },
  { title: '上传轮播图', also: ['新增轮播图', '上传图片'], path: '/AdminCarousel?add=1', icon: 'image' },
] as const
