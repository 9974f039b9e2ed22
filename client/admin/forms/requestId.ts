/** Names one try to save, so that a repeat of it is known. Not randomUUID, which pages without https do not have. */
export const newRequestId = (): string => crypto.getRandomValues(new Uint32Array(4)).reduce((id, part) => id + part.toString(36), '')
