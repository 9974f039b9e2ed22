/** The client disconnected before its request was complete. There is nobody to answer, and nothing to log. */
export class ClientGone extends Error {
  constructor() {
    super('the client went away')
    this.name = 'ClientGone'
  }
}
