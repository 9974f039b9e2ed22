import type { Section } from './row.ts'

export const purpose: Section = {
  section: '1 What the product does and for whom',
  rows: [
    {
      sentence: 'The site is in Chinese',
      shownBy: 'pages/pages.test.ts › the head of a page has its metadata for search engines and shared links',
    },
    {
      sentence: 'It presents smart-site products, construction robots and building-standardisation products',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'It has a layout for desktops and one for phones',
      shownBy:
        'browser/behaviour.test.ts › a phone is redirected to the phone’s page and a desktop to the desktop’s, with the product',
    },
    {
      sentence: 'Visitors read every public page without signing in',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: 'They see who the company is',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'They see the products',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'They see the rooms of the smart showroom',
      shownBy: 'browser/screens.long.test.ts › the home page of desktops has its six parts',
    },
    {
      sentence: 'They see project cases',
      shownBy:
        'browser/screens.long.test.ts › each case has its banner, its introduction with a picture, who built it, and films with controls',
    },
    {
      sentence: 'They see the partners',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'They see icons of the technical support',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'They see the news',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: 'They see in which scenarios the products are used',
      shownBy: 'browser/screens.long.test.ts › the five scenarios follow each other every four seconds',
    },
    {
      sentence: 'They see how to become a dealer',
      shownBy: 'browser/screens.long.test.ts › both pages for dealers list how they earn, the policies and the form',
    },
    {
      sentence: 'They see the page about the company with its honours',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'They see how to reach the company',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'A button that floats over public pages opens a drawer with two telephone numbers',
      shownBy: 'browser/phone.long.test.ts › both telephone numbers are reached from every page',
    },
    {
      sentence: 'A tap on one of them dials it',
      shownBy: 'browser/behaviour.test.ts › the drawer opens with two phone links, with a script and without',
    },
    {
      sentence: 'The header shows the hotline',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Staff sign in',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Staff manage the products',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Staff manage the articles',
      shownBy:
        'browser/drafts.test.ts › an article is written, left as a draft, continued, published, changed again, and taken off',
    },
    {
      sentence: 'Staff manage the photos of the carousel',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'Staff manage the applications of dealers',
      shownBy:
        'browser/adminRecords.long.test.ts › applications are deleted one by one or several in one call, each after a question',
    },
    {
      sentence: 'Staff change their password',
      shownBy: 'browser/adminLogin.test.ts › a changed password is confirmed, and everything is signed out',
    },
    {
      sentence: 'Staff with the permission change name and logo of the system',
      shownBy: 'browser/adminLogin.long.test.ts › the system is renamed by somebody who may',
    },
    {
      sentence: 'Ten years of innovation are shown',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'An elite team of 100+ is shown',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: '500+ customers are shown',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: '1000+ projects are shown',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Five registered trademarks are shown',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: '25 software copyrights are shown',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Only 15 % of the country’s sites are said to have such equipment',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Dealers who exceed their targets get back up to 8 %',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'The hotline for business is shown',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
  ],
}
