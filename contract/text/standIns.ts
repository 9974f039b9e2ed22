/** Replacements for what the oldest browsers of docs/browsers.md lack: Object.hasOwn (Chrome 93), URL.canParse (Chrome 120). */
export const hasOwn = (object: object, name: PropertyKey): boolean => Object.prototype.hasOwnProperty.call(object, name)

export function canParse(address: string, base?: string): boolean {
  try {
    return new URL(address, base) !== undefined
  } catch (error) {
    if (error instanceof TypeError) return false
    throw error
  }
}
