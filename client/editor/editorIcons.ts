/** Line icons that only the editor shows, on the same grid as those of the site. */
export const editorIcons = {
  undo: 'M8 4 3.5 8.5 8 13M3.5 8.5H15a5.5 5.5 0 0 1 0 11H8',
  redo: 'M16 4l4.5 4.5L16 13M20.5 8.5H9a5.5 5.5 0 0 0 0 11h7',
  bold: 'M7 4h6a4 4 0 0 1 0 8H7zM7 12h7a4 4 0 0 1 0 8H7z',
  palette:
    'M12 3a9 9 0 0 0 0 18c2 0 2.6-1.2 2-2.6-.8-1.9.2-3.4 2.2-3.4H18c1.9 0 3-1.2 3-3.2C21 6.8 17 3 12 3zM7 12.5v.1M9 8v.1M14.5 7.5v.1',
  'clear-format': 'M3.5 7.5V4h14v3.5M10.5 4v16M7.5 20h5M16 14.5l5 5M21 14.5l-5 5',
  'align-left': 'M4 5h16M4 10h10M4 15h16M4 20h10',
  'align-center': 'M4 5h16M7 10h10M4 15h16M7 20h10',
  'align-right': 'M4 5h16M10 10h10M4 15h16M10 20h10',
  'align-justify': 'M4 5h16M4 10h16M4 15h16M4 20h16',
  list: 'M9 6h12M9 12h12M9 18h12M3.5 6h1M3.5 12h1M3.5 18h1',
  'list-ordered': 'M10.5 6H21M10.5 12H21M10.5 18H21M3.5 4.7 5.5 4v6M3.3 15.6A1.7 1.7 0 1 1 6.4 17L3.3 20.5h3.5',
  video: 'M3 4.5h18v15H3zM10 8.5v7l5.5-3.5z',
} as const
