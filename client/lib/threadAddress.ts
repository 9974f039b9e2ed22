/** Where the thread's script is: the build knows. */
export const threadAddress = ''
