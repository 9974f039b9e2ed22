import type { Section } from './row.ts'

export const phoneScreens: Section = {
  section: '2 Screens and routes: phones',
  rows: [
    {
      sentence: 'Home: a button opens the drawer from the bottom',
      shownBy:
        'browser/layout.long.test.ts › the drawer is 12 % high however the phone is held, and its targets are large enough',
    },
    {
      sentence: 'Home: the drawer is 12 % high',
      shownBy:
        'browser/layout.long.test.ts › the drawer is 12 % high however the phone is held, and its targets are large enough',
    },
    {
      sentence: 'Home: the drawer has two numbers',
      shownBy: 'browser/behaviour.test.ts › the drawer opens with two phone links, with a script and without',
    },
    {
      sentence: 'Home: the carousel of banners has two pictures',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: it moves by a click and not by itself',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: it is 250 px high',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: three round shortcuts',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: a shortcut leads to /gongsijianjie',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: a shortcut leads to /zhuyingyewu',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: a shortcut leads to /xiangmuanli',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: the first tab has the smart-site products',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: the second tab has the robots',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: the third tab has the building-standardisation products',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: 查看更多产品 leads to /zhuyingyewu',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: nine pictures of the smart showroom',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: five icons of the technical support',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: they are 便捷链接, 云端存储, 轻量应用, 多端适配 and 智能分析',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Home: the company in numbers',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
      otherForm: 'The numbers of the company are text that counts up, not an image',
    },
    {
      sentence: 'Home: the logos of 27 partners are a grid',
      shownBy:
        'browser/home.long.test.ts › all logos are seen at once: three in a row on phones, nine on desktops, with motion and without',
    },
    {
      sentence: 'Home: links to the four cases',
      shownBy:
        'browser/screens.long.test.ts › the home page of phones has its banners, shortcuts, groups, rooms, icons and logos',
    },
    {
      sentence: 'Product centre: a banner',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'Product centre: the same three tabs',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'Product centre: it begins with the first tab',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'Product centre: the cards are a grid',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'Product centre: a card has its cover',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'Product centre: a card has its name',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'Product centre: a tap opens /cpDeatail',
      shownBy:
        'browser/productLinks.long.test.ts › a product card of /zhuyingyewu links with what it shows, and the product is rendered from it at once',
    },
    {
      sentence: 'Product centre: the link has desc, title and imgUrl',
      shownBy:
        'browser/productLinks.long.test.ts › a product card of /zhuyingyewu links with what it shows, and the product is rendered from it at once',
    },
    {
      sentence: 'Contact: a screen with banner and the title 联系我们',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
      otherForm: 'Contact on phones is a block at the end of pages',
    },
    {
      sentence: 'Contact: the telephone for business',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'Contact: the mail address',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'Contact: the address in Zibo, Shandong',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'Contact: the map is around 118.05, 36.81',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'Contact: the map begins at zoom 15',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'Contact: the wheel zooms the map',
      shownBy:
        'browser/screens.long.test.ts › phones find how to reach the company at the end of three pages, with its place in the middle of the map',
    },
    {
      sentence: 'Contact: the marker is in the middle of the map',
      shownBy:
        'browser/map.long.test.ts › the marker is in the middle of the map, clear of the card, on every page that has one',
    },
    {
      sentence: 'Company: banner and title',
      shownBy:
        'browser/screens.long.test.ts › the page about the company for phones has its title, its text and fourteen certificates',
    },
    {
      sentence: 'Company: its introduction',
      shownBy:
        'browser/screens.long.test.ts › the page about the company for phones has its title, its text and fourteen certificates',
    },
    {
      sentence: 'Company: the list of 14 certificates',
      shownBy:
        'browser/screens.long.test.ts › the page about the company for phones has its title, its text and fourteen certificates',
    },
    {
      sentence: 'Company: a certificate opens large',
      shownBy: 'browser/behaviour.test.ts › a certificate opens large, changes with the arrow keys and closes',
    },
    {
      sentence: 'Company: its numbers',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Company: the drawer with the numbers',
      shownBy:
        'browser/screens.long.test.ts › the page about the company for phones has its title, its text and fourteen certificates',
    },
    {
      sentence: 'Dealers: a banner',
      shownBy: 'browser/screens.long.test.ts › both pages for dealers list how they earn, the policies and the form',
    },
    {
      sentence: 'Dealers: five ways to earn',
      shownBy: 'browser/screens.long.test.ts › both pages for dealers list how they earn, the policies and the form',
    },
    {
      sentence: 'Dealers: four policies',
      shownBy: 'browser/screens.long.test.ts › both pages for dealers list how they earn, the policies and the form',
    },
    {
      sentence: 'Dealers: the form to apply',
      shownBy: 'browser/behaviour.test.ts › a failed application keeps its values and can be retried',
    },
    {
      sentence: 'Dealers: the block of contact is hidden',
      shownBy: 'browser/screens.long.test.ts › both pages for dealers list how they earn, the policies and the form',
    },
    {
      sentence: 'Case: a banner',
      shownBy:
        'browser/screens.long.test.ts › each case has its banner, its introduction with a picture, who built it, and films with controls',
    },
    {
      sentence: 'Case: an introduction with a picture',
      shownBy:
        'browser/screens.long.test.ts › each case has its banner, its introduction with a picture, who built it, and films with controls',
    },
    {
      sentence: 'Case: who built it',
      shownBy:
        'browser/screens.long.test.ts › each case has its banner, its introduction with a picture, who built it, and films with controls',
      otherForm: 'Who built a case is told within its introduction',
    },
    {
      sentence: 'Case: a film of the installation with controls',
      shownBy:
        'browser/screens.long.test.ts › each case has its banner, its introduction with a picture, who built it, and films with controls',
    },
  ],
}
