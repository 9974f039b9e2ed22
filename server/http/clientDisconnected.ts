/** The client disconnected before its request was complete. There is nobody to answer, and nothing to log. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the client disconnected')
    this.name = 'ClientDisconnected'
  }
}
