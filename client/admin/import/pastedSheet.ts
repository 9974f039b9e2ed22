export const pastedType = 'text/tab-separated-values'

/** Cells as Excel and WPS copy them, as a file that is read like the others. */
export const pastedSheet = (cells: string): File => new File([cells], '粘贴的表格.csv', { type: pastedType })
