import { runSections } from './runSections.ts'

runSections('office')
