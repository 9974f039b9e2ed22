import type { Section } from './row.ts'

export const roles: Section = {
  section: '6 Roles and permissions',
  rows: [
  ],
}
