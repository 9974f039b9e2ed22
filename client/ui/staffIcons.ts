/**
 * Line icons of the back office and its editor, on the same grid as those of the site. The files of the public pages do not contain them.
 */
export const staffIcons = {
  'arrow-down': 'M12 3.5v17M6 14.5l6 6 6-6',
  document: 'M5.5 2.5h9l4.5 4.5v14.5h-13.5zM14 3v4.5h5M9 12h6.5M9 16h6.5',
  image: 'M3 4.5h18v15H3zM3 16l5.5-5.5 5 5 2.5-2.5 5 4.5M17.2 8.5a.7.7 0 1 1-1.4 0 .7.7 0 1 1 1.4 0',
  gallery: 'M7 3.5h14v12.5H7zM3.5 7.5v13h14M7 13l4-4 6 6.5M17.7 7.7a.7.7 0 1 1-1.4 0 .7.7 0 1 1 1.4 0',
  page: 'M5 2.5h9.5L19 7v14.5H5zM14 3v4.5h4.5M8.5 12.5h7M8.5 16.5h7',
  lock: 'M4.5 10.5h15v10.5h-15zM8 10.5V7a4 4 0 0 1 8 0v3.5M12 14.5V17',
  eye: 'M2 12c2.2-4 5.8-6.5 10-6.5s7.8 2.5 10 6.5c-2.2 4-5.8 6.5-10 6.5S4.2 16 2 12zM15 12a3 3 0 1 1-6 0 3 3 0 1 1 6 0',
  'eye-off':
    'M9 5.9c1-.3 2-.4 3-.4 4.2 0 7.8 2.5 10 6.5-.8 1.4-1.7 2.6-2.8 3.6M6 7.3C4.4 8.5 3 10.1 2 12c2.2 4 5.8 6.5 10 6.5 2 0 3.8-.5 5.4-1.5M9.9 9.9a3 3 0 0 0 4.2 4.2M4 4l16 16',
  logout: 'M13 4H4v16h9M9 12h12M16.5 7.5 21 12l-4.5 4.5',
  upload: 'M12 16V4M6.5 9 12 3.5 17.5 9M4 15v5.5h16V15',
  download: 'M12 3.5v12M6.5 10.5 12 16l5.5-5.5M4 15v5.5h16V15',
  trash: 'M3.5 6.5h17M9 6.5V3h6v3.5M5.5 6.5l1 14.5h11l1-14.5M10 11v5.5M14 11v5.5',
  copy: 'M8.5 8.5h12v12h-12zM15.5 8.5v-5h-12v12h5',
  refresh: 'M20 12a8 8 0 1 1-2.3-5.7L20 8.5M20 3.5v5h-5',
  fullscreen: 'M9 4H4v5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  'fullscreen-exit': 'M4 9h5V4M20 9h-5V4M15 20v-5h5M9 20v-5H4',
  sidebar: 'M3 4h18v16H3zM9.5 4v16M16.5 9 13.5 12l3 3',
  settings: 'M12 2.5l8.5 4.75v9.5L12 21.5l-8.5-4.75v-9.5zM15.5 12a3.5 3.5 0 1 1-7 0 3.5 3.5 0 1 1 7 0',
  table: 'M3 4h18v16H3zM3 9h18M3 14.5h18M9 9v11M15 9v11',
  home: 'M3 11l9-7.5 9 7.5M5.5 9v11.5h13V9M9.5 20.5V14h5v6.5',
  info: 'M21 12a9 9 0 1 1-18 0 9 9 0 1 1 18 0M12 11v5.5M12 7.5v.1',
  clock: 'M21 12a9 9 0 1 1-18 0 9 9 0 1 1 18 0M12 7v5.5l3.5 2.5',
} as const
