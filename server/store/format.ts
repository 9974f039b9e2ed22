/** Of the data folder. It goes up when an older server could no longer read what a newer one writes. */
export const dataFormat = 1
