import { randomInt } from 'node:crypto'

const countDigits = 4
const countEnd = 36 ** countDigits
const randomDigits = 8
const randomEnd = 36 ** randomDigits

let lastTime = 0
let count = 0

/**
 * A file name and a part of an address: 21 of 0-9 and a-z. Each sorts after the one before, also within one millisecond and
 * when the clock is set back; the random end keeps apart what two runs made at what they both held for the same moment.
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
