import { calls } from './calls.ts'
import { card } from './card.ts'
import { constants } from './constants.ts'
import { entities } from './entities.ts'
import { errors } from './errors.ts'
import { roles } from './roles.ts'
import type { Section } from './row.ts'
import { validation } from './validation.ts'

export const sections: readonly Section[] = [
  entities,
  validation,
  roles,
  calls,
  errors,
  constants,
  card,
]
