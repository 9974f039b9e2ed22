/** A page that does not exist; the page in its place is NotFound. */
export class NoSuchPage extends Error {
  readonly code = 404
}
