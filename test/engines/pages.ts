/** The pages that are opened in every engine, as who asks for them sees them. */
export const desktopPages = [
  '/',
  '/product',
  '/productDet?productId=zhgd-tower-crane',
  '/xwdt',
  '/xwdtDet?newId=20250514-dealer-conference',
  '/dljm',
  '/gywm',
  '/huanghejiangong',
  '/yingyongchangjing',
  '/login',
]
export const phonePages = ['/mobile', '/cpDeatail?productId=zhgd-tower-crane', '/dailijiameng', '/gongsijianjie']

/** Those where more moves than on every page: figures that count, carousels, turning pictures, a film. */
export const movingPages = ['/', '/productDet?productId=zhgd-tower-crane', '/huanghejiangong', '/yingyongchangjing']
export const movingPhonePages = ['/mobile', '/cpDeatail?productId=zhgd-tower-crane', '/gongsijianjie']
