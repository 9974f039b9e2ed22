import type { Site } from '../../../contract/entities.ts'

/** The section below every product. */
export const afterSalesOf = ({ afterSales, supportTexts }: Site) => ({ afterSales, afterSalesTitle: supportTexts.afterSales })
