import { hasOwn } from '../../contract/standIns.ts'

/** Replaces the names in braces of a text that staff have written, as in `{网站名称}的产品`. */
export const fillText = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{([^{}]{1,20})\}/g, (placeholder, name: string) => (hasOwn(values, name) ? (values[name] ?? '') : placeholder))
