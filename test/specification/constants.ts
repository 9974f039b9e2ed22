import type { Section } from './row.ts'

export const constants: Section = {
  section: '9 Business constants and limits',
  rows: [
  ],
}
