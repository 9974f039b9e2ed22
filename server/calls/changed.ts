/** The change that an update's fields make to a record: those that were not sent stay as they are. */
export function changed(fields: Readonly<Record<string, unknown>>): <R extends object>(current: R) => R {
  const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return (current) => ({ ...current, ...sent })
}
