/** An archive that cannot be believed, and why, in words for the person who runs the command. */
export class BadArchive extends Error {}
