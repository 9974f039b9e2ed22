/** The blocks of commands of a page, as they are pasted. */
export const commandsIn = (page: string): string[] =>
  [...page.matchAll(/^( *)```sh\n([^]*?)^\1```$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
