/** For what is younger than the oldest browsers of docs/browsers.md: Object.hasOwn came with Chrome 93, URL.canParse with Chrome 120. */
export const hasOwn = (object: object, name: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(object, name)

export function canParse(address: string, base?: string): boolean {
  try {
    return new URL(address, base) !== undefined
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
