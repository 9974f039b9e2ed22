import { adminFrame } from './adminFrame.ts'
import { adminLists } from './adminLists.ts'
import { calls } from './calls.ts'
import { card } from './card.ts'
import { constants } from './constants.ts'
import { desktopScreens } from './desktopScreens.ts'
import { entities } from './entities.ts'
import { errors } from './errors.ts'
import { phoneScreens } from './phoneScreens.ts'
import { publicRoutes } from './publicRoutes.ts'
import { purpose } from './purpose.ts'
import { roles } from './roles.ts'
import type { Section } from './row.ts'
import { states } from './states.ts'
import { validation } from './validation.ts'

/** In the order of the specification. */
export const sections: readonly Section[] = [
  purpose,
  publicRoutes,
  desktopScreens,
  phoneScreens,
  adminFrame,
  adminLists,
  entities,
  states,
  validation,
  roles,
  calls,
  errors,
  constants,
  card,
]
