import { randomInt } from 'node:crypto'

const countDigits = 4
const countEnd = 36 ** countDigits
const randomDigits = 8
const randomEnd = 36 ** randomDigits

let lastTime = 0
let count = 0

/**
 * 21 characters of 0-9 and a-z, for file names and URLs. Every id sorts after the previous one, also within a millisecond and when the
 * clock is set back; the random suffix keeps the ids of two runs apart whose clocks showed the same time.
 */
export function newId(now: number): string {
  const time = Math.floor(now)
  if (time > lastTime) {
    lastTime = time
    count = 0
  } else if (++count === countEnd) {
    lastTime++
    count = 0
  }
  return digits(lastTime, 9) + digits(count, countDigits) + digits(randomInt(randomEnd), randomDigits)
}

const digits = (value: number, length: number): string => value.toString(36).padStart(length, '0')
