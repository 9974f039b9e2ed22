import type { Section } from './row.ts'

export const entities: Section = {
  section: '3 Entities and their fields',
  rows: [
  ],
}
