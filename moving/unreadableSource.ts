/** The file is not what it should be. Its message is for the person who has sent it. */
export class UnreadableSource extends Error {}
