import type { Section } from './row.ts'

export const calls: Section = {
  section: '7 The calls',
  rows: [
  ],
}
