import type { Section } from './row.ts'

export const constants: Section = {
  section: '9 Business constants and limits',
  rows: [
    {
      sentence: 'Pages of lists have 10, 20, 50 or 100 rows, 10 by default',
      shownBy: 'admin/ui.table.test.ts › have 10, 20, 50 or 100 rows',
    },
    {
      sentence: 'Lists begin with page 1 and 10 rows',
      shownBy: 'calls/product.test.ts › the list is paged newest first, with the true count and without bodies',
    },
    {
      sentence: 'News have 15 a page, after one featured and three beside it',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: '9999 news can be fetched at once',
      shownBy: 'calls/site.test.ts › the first start shows a complete site',
    },
    {
      sentence: 'The home page of phones fetches 999 products',
      shownBy:
        'client/homeProducts.test.ts › phones ask for 999 products and show twelve of each group, desktops ask for all and show all',
    },
    { sentence: 'An image has less than 2 MB', shownBy: 'calls/upload.test.ts › "under" is strict, to the byte' },
    { sentence: 'A logo has less than 0.1 MB', shownBy: 'calls/upload.test.ts › "under" is strict, to the byte' },
    {
      sentence: 'A material has less than 5 MB, and three are kept',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'The name of the system has at most 30 characters',
      shownBy:
        'calls/item.test.ts › both fields are needed, the name has at most 30 characters, and there is only one item',
    },
    {
      sentence: 'A request is given up after 50,000 ms',
      shownBy: 'client/call.test.ts › a call is given up after 50,000 ms, and not before',
    },
    {
      sentence: 'A button is locked for 1,000 ms after a click',
      shownBy: 'client/applyForm.test.ts › after an immediate reply it stays disabled for a second',
    },
    {
      sentence: 'The page is loaded again 2,000 ms after a change of the password',
      shownBy:
        'browser/adminLogin.long.test.ts › 2,000 ms after a change of the password the storage is emptied and the page loaded again',
    },
    {
      sentence: 'A scenario is shown for 4,000 ms',
      shownBy: 'browser/screens.long.test.ts › the five scenarios follow each other every four seconds',
    },
    {
      sentence: 'An honour is shown for 3,000 ms, of five in view, around the end',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Figures count up for 6,000 ms',
      shownBy: 'browser/screens.long.test.ts › the count of a figure takes six seconds',
    },
    {
      sentence: 'The number is checked 1,000 ms after the last key',
      shownBy: 'client/applyForm.test.ts › the phone’s form checks the phone number a second after the last keystroke',
    },
    {
      sentence: 'Below 992 px the back office is that of phones',
      shownBy: 'browser/admin.long.test.ts › under 992 px the sidebar is a drawer that closes on the way',
    },
    {
      sentence: 'The sidebar is 210 px wide',
      shownBy:
        'browser/admin.long.test.ts › a sidebar reduced to its icons stays so after a reload and a narrow window, and so do the open tabs',
    },
    {
      sentence: 'The menu of a tab is 105 px wide',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'The carousel of phones is 250 px high',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'The drawer is 12 % high',
      shownBy:
        'browser/layout.long.test.ts › the drawer is 12 % high however the phone is held, and its targets are large enough',
    },
    {
      sentence: 'The dialog of a product is 72 % wide',
      shownBy:
        'browser/recordDialog.long.test.ts › dialogs have their documented widths: shares of the window above 992 px, and below it as wide as their content',
    },
    {
      sentence: 'The dialog of the carousel is 50 % wide',
      shownBy:
        'browser/recordDialog.long.test.ts › dialogs have their documented widths: shares of the window above 992 px, and below it as wide as their content',
    },
    {
      sentence: 'The table is as high as the window but for 219 px',
      shownBy:
        'browser/adminLists.test.ts › the table of every list is as high as the window without 219 px, with ten rows, with four and with none',
    },
    {
      sentence: 'The QR code is 256 by 256',
      shownBy: 'browser/adminLogin.long.test.ts › the official account’s code is there to scan',
    },
    {
      sentence: 'The pages are designed for 1920 by 1080',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: 'The map of the contact is at about 118.05, 36.81 with zoom 15',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'The map about the company has zoom 20',
      shownBy:
        'browser/map.long.test.ts › closer than its last tiles the map enlarges them, up to zoom 20 on every screen',
    },
    {
      sentence: 'Phones are known by words of the user agent',
      shownBy:
        'pages/addresses.test.ts › each kind of phone and tablet is led to the home page of phones, and from there anything else to that of desktops',
    },
    {
      sentence: 'A company has 4 to 20 characters',
      shownBy:
        'contract/application.test.ts › on phones a company has 4 to 20 characters and a person 2 to 10, and both are needed',
    },
    {
      sentence: 'A person has 2 to 10 characters',
      shownBy:
        'contract/application.test.ts › on phones a company has 4 to 20 characters and a person 2 to 10, and both are needed',
    },
    {
      sentence: 'A telephone number has 11 digits',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'The company’s figures and hotline are those of section 1',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Two telephone numbers are in the drawer',
      shownBy: 'browser/behaviour.test.ts › the drawer opens with two phone links, with a script and without',
    },
    { sentence: '27 logos of partners', shownBy: 'calls/site.test.ts › the site record is complete with SEED=on' },
    {
      sentence: '9 pictures of the showroom',
      shownBy: 'calls/site.test.ts › the site record is complete with SEED=on',
    },
    {
      sentence: '14 certificates',
      shownBy: 'browser/behaviour.test.ts › a certificate opens large, changes with the arrow keys and closes',
    },
    {
      sentence: '8 images of honours',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
  ],
}
