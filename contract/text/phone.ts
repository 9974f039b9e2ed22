/** Nobody types more around a number; a megabyte would take long to normalize. */
const longest = 100

/**
 * A telephone number as people type it, in the form that is stored: half-width, without separators and China's country code; other
 * countries' begin with +. A mail address, which some leave instead, stays as it is.
 */
export function normalPhone(text: string): string {
  if (text.length > longest) return text
  const plain = text.normalize('NFKC').trim()
  if (plain.includes('@')) return plain
  const digits = plain.replace(/[\s\p{Pd}.()（）·]/gu, '').replace(/^00(?=[1-9])/, '+')
  // Of Hong Kong and Macao, where nobody writes the +.
  return digits.replace(/^(?=85[23]\d{8}$)/, '+').replace(/^(?:\+86|86)(?=1\d{10}$|0\d{9,11}$)/, '')
}

const mail = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/

/** A mobile number, a landline with its area code, a 400 or 800 number, one from abroad, or a mail address. */
export const isPhoneNumber = (normal: string): boolean =>
  /^(?:1\d{10}|0\d{9,11}|[48]00\d{7}|\+[1-9]\d{6,14})$/.test(normal) || mail.test(normal)
