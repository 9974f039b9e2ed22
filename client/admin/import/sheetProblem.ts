/** Why a sheet cannot be read, in words for who has chosen it. */
export class SheetProblem extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'SheetProblem'
  }
}
