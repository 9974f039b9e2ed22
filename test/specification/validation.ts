import type { Section } from './row.ts'

export const validation: Section = {
  section: '5 Validation rules',
  rows: [
  ],
}
