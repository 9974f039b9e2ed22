import type { Section } from './row.ts'

export const errors: Section = {
  section: '8 Error catalogue',
  rows: [
  ],
}
