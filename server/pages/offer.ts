/** A number, perhaps in tens of thousands: 3.2万, 32,000. */
const amount = String.raw`([\d,]+(?:\.\d+)?)\s*(万)?`
/** What products are counted in. What is paid by the month or by the square metre is no price of the product. */
const piece = '台套个件组顶片座间箱部辆只把张块条根栋樘'
/** 3.2万元/台起, 3～5万元, ￥4,800. What follows a comma or a bracket explains it. */
const written = new RegExp(
  `^[￥¥]?\\s*${amount}\\s*元?(?:\\s*[-–—～~至]\\s*[￥¥]?${amount}\\s*元?)?\\s*(?:/\\s*[${piece}])?\\s*(起)?(?:[，,；;（(].*)?$`,
)

/** What schema.org calls an offer, where staff have written a price with a number; undefined for 面议 or 按月租. */
export function offerIn(price: string): object | undefined {
  const [, low, lowUnit, high, highUnit, from] = /[元￥¥]/.test(price) ? (written.exec(price.trim()) ?? []) : []
  if (low === undefined) return undefined
  // 3～5万元 is 3万 to 5万.
  const lowPrice = yuan(low, lowUnit ?? highUnit)
  if (lowPrice === 0) return undefined
  const priceCurrency = 'CNY'
  if (high !== undefined) return { '@type': 'AggregateOffer', lowPrice, highPrice: yuan(high, highUnit), priceCurrency }
  if (from) return { '@type': 'AggregateOffer', lowPrice, priceCurrency }
  return { '@type': 'Offer', price: lowPrice, priceCurrency }
}

/** In fen first, or 3.3万 would be 32999.999…. */
const yuan = (text: string, unit: string | undefined): number =>
  Math.round(Number(text.replace(/,/g, '')) * (unit === undefined ? 100 : 1_000_000)) / 100
