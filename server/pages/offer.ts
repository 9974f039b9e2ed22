/** What products are counted in. What is paid by the month or by the square metre is no price of the product. */
const piece = '台套个件组顶片座间箱部辆只把张块条根栋樘'
/** 3.2万元/台起, 3～5万元, ￥4,800. What follows a comma or a bracket explains it. */
const written = new RegExp(
  [
    String.raw`^[￥¥]?\s*(?<low>[\d,]+(?:\.\d+)?)\s*(?<lowUnit>万?元?)`,
    String.raw`(?:\s*[-–—～~至]\s*[￥¥]?(?<high>[\d,]+(?:\.\d+)?)\s*(?<highUnit>万?元?))?`,
    String.raw`\s*(?:/\s*[${piece}])?\s*(?<from>起)?(?:[，,；;（(].*)?$`,
  ].join(''),
)

/** What schema.org calls an offer, where staff have written a price with a number; undefined for 面议 or 按月租. */
export function offerIn(price: string): object | undefined {
  const { low, lowUnit, high, highUnit = '', from } = written.exec(price.trim())?.groups ?? {}
  if (low === undefined || !/[元￥¥]/.test(price)) return undefined
  // 3～5万元 is 3万 to 5万.
  const lowPrice = yuan(low, lowUnit || highUnit)
  if (lowPrice === 0) return undefined
  const priceCurrency = 'CNY'
  if (high !== undefined) return { '@type': 'AggregateOffer', lowPrice, highPrice: yuan(high, highUnit), priceCurrency }
  if (from !== undefined) return { '@type': 'AggregateOffer', lowPrice, priceCurrency }
  return { '@type': 'Offer', price: lowPrice, priceCurrency }
}

/** Rounded to fen: 3.3 times 10,000 is not 33,000 for a computer. */
const yuan = (amount: string, unit: string): number =>
  Math.round(Number(amount.replace(/,/g, '')) * (unit.startsWith('万') ? 10_000 : 1) * 100) / 100
