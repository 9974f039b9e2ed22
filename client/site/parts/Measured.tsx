import { Fragment } from 'react'

/** 46.8, 1,000 or 8:30. */
const number = String.raw`\d[\d.,:]*`
/** 天, 元 or 万元, of which one sign is enough. */
const chinese = String.raw`万?\p{Script=Han}`
/** What follows the first number: ～9, 天～9, ~0.2. */
const range = String.raw`(?:(?:${chinese})?\s?[～~-]\s?[±-]?${number})+`
/** mm, ℃, 天, and what it is for each of: 元/台起, t/h. */
const unit = String.raw`\s?(?:[A-Za-z℃°%‰μΩ²³]+|${chinese})(?:/[\p{L}²³]{1,4})?`
/** A number with what belongs to it: 4～9天, ±0.1m, 1.46万元/台起, 80 ℃. */
const measure = new RegExp(`([±≤≥]?${number}(?:${range}(?:${unit})?|${unit})×?)`, 'u')
/** A longer one might not fit into a line of two cards on a phone. */
const longest = 12

/** A value of which no line breaks a number from its unit, or a range; of 50mm×50mm×3mm it may end behind a sign. */
export const Measured = ({ text }: { text: string }) =>
  text.split(measure).map((part, index) =>
    index % 2 === 1 && part.length <= longest ? (
      <Fragment key={index}>
        <span className="measure">{part}</span>
        {part.endsWith('×') && <wbr aria-hidden="true" />}
      </Fragment>
    ) : (
      part
    ),
  )
