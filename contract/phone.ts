/** Nobody types more around a number; a megabyte would take long to normalize. */
const longest = 100

/** A telephone number as people type it, in the form that is stored: half-width, without separators and China's country code. */
export function normalPhone(text: string): string {
  if (text.length > longest) return text
  const digits = text.normalize('NFKC').replace(/[\s\p{Pd}.()（）·]/gu, '')
  return digits.replace(/^(?:\+86|0086|86)(?=1\d{10}$|0\d{9,11}$)/, '')
}

/** A mobile number, or a landline with its area code. */
export const isPhoneNumber = (normal: string): boolean => /^(?:1\d{10}|0\d{9,11})$/.test(normal)
