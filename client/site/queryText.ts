/** Text that a page shows from its address. Anyone may have written it. */
export const queryText = (query: URLSearchParams, name: string, maxLength: number): string =>
  (query.get(name) ?? '').trim().slice(0, maxLength)
