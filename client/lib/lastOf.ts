/** Array.prototype.at came with Safari 15.4, findLast with Chrome 97 and Firefox 104: newer than the oldest supported browsers. */
export const lastOf = <T>(list: readonly T[]): T | undefined => list[list.length - 1]

export function findLast<T, S extends T>(list: readonly T[], test: (each: T) => each is S): S | undefined
export function findLast<T>(list: readonly T[], test: (each: T) => boolean): T | undefined
export function findLast<T>(list: readonly T[], test: (each: T) => boolean): T | undefined {
  return lastOf(list.filter(test))
}
