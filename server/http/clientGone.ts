/** The sender left before the request was whole: there is nobody to answer, and nothing of ours is at fault. */
export class ClientGone extends Error {
  constructor() {
    super('the client went away')
    this.name = 'ClientGone'
  }
}
