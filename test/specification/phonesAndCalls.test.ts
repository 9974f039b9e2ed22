import { runSections } from './runSections.ts'

runSections('phonesAndCalls')
