/** The page of a product on a desktop, which redirects phones to its twin. */
export const productPage = (productId: string): string => `/productDet?productId=${productId}`

/** The page of an article, the same for every device. */
export const newsPage = (newId: string): string => `/xwdtDet?newId=${newId}`
