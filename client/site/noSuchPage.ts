/** A page that does not exist; NotFound is shown in its place. */
export class NoSuchPage extends Error {
  readonly code = 404
}

/** Whether a page or a call failed because what it asks for does not exist. */
export const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 404
