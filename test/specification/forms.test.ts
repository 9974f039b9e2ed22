import { runSections } from './runSections.ts'

runSections('forms')
