import type { Section } from './row.ts'

export const card: Section = {
  section: 'The design card',
  rows: [
  ],
}
