/** GB 32100-2015: digits and capital letters without I, O, S, V and Z, of which the last is computed from the others. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY'

export function creditCodeError(code: string): string | undefined {
  if (!new RegExp(`^[${alphabet}]{18}$`).test(code)) return '应为18位数字和大写字母，照营业执照填写'
  let weight = 1
  let sum = 0
  for (const character of code.slice(0, -1)) {
    sum += alphabet.indexOf(character) * weight
    weight = (weight * 3) % alphabet.length
  }
  const last = (alphabet.length - (sum % alphabet.length)) % alphabet.length
  return code.endsWith(alphabet.charAt(last)) ? undefined : '最后一位对不上前面17位，请照营业执照核对'
}
