/* What only a second page needs, in one file: the first one has its data and its icons in the HTML. */
export { call } from '../lib/call.ts'
export { subjectIcons } from '../ui/subjectIcons.ts'
export { loadPage, placeholderPage } from './loadPage.ts'
