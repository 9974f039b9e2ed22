import type { Section } from './row.ts'

export const publicScreens: Section = {
  section: '2 Screens and routes: public pages and desktops',
  rows: [
    {
      sentence: '/login is where staff sign in',
      shownBy: 'browser/adminLogin.test.ts › the login says what is missing, what is wrong, and how long it is locked',
    },
    {
      sentence: '/ is the home page of desktops',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/product is the product centre',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/product is kept as it was left, for Back',
      shownBy: 'browser/behaviour.long.test.ts › the product centre keeps its tab and its scroll position',
    },
    {
      sentence: '/product is kept for its crumb and its entry of the menu, too',
      shownBy:
        'browser/navigation.long.test.ts › breadcrumb, menu and other plain links bring the catalogue back with its tab and its scroll position',
    },
    {
      sentence: '/productDet is one product',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/xwdt is the list of news',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/xwdtDet is one article',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/dljm is the page for dealers',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/gywm is the page about the company',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/demo is a page of samples',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/mobile is the home page of phones',
      shownBy: 'browser/routes.test.ts › every phone route renders at 390, without console output or a call',
    },
    {
      sentence: '/mobile is kept as it was left, for Back',
      shownBy: 'browser/navigation.long.test.ts › the phone’s home keeps its tab and its scroll position',
    },
    {
      sentence: '/mobile is kept for links to it, too',
      shownBy:
        'browser/navigation.long.test.ts › the phone’s home is brought back by its link with its tab and its scroll position',
    },
    {
      sentence: '/mobile reads title and desc of its query',
      shownBy: 'browser/screens.long.test.ts › the words of an address greet on the home page of phones',
    },
    {
      sentence: '/zhuyingyewu is the product centre of phones',
      shownBy: 'browser/routes.test.ts › every phone route renders at 390, without console output or a call',
    },
    {
      sentence: '/zhuyingyewu is kept as it was left, for Back',
      shownBy:
        'browser/productGroups.test.ts › the chosen group is in the address: Back returns to it, a reload stays on it, and the arrow keys go on',
    },
    {
      sentence: '/zhuyingyewu is kept for its crumb and its entry of the menu, too',
      shownBy:
        'browser/navigation.long.test.ts › breadcrumb, menu and other plain links bring the catalogue back with its tab and its scroll position',
    },
    {
      sentence: '/dailijiameng is the page for dealers on phones',
      shownBy: 'browser/routes.test.ts › every phone route renders at 390, without console output or a call',
    },
    {
      sentence: '/gongsijianjie is the page about the company on phones',
      shownBy: 'browser/routes.test.ts › every phone route renders at 390, without console output or a call',
    },
    {
      sentence: '/xiangmuanli lists the project cases',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/yingyongchangjing is the page of scenarios',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/map is the page of the map',
      shownBy: 'browser/behaviour.test.ts › the map moves, zooms, and is still useful without tiles',
    },
    {
      sentence: '/huanghejiangong is a case with introduction, banner and film',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/sddianjian1 is a case with introduction, banner and film',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/sdkaili is a further case',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: '/qdfangwu is a case with a film of its introduction and one of the installation',
      shownBy: 'pages/cases.test.ts › each film of a case has its title as a heading over it',
    },
    {
      sentence: '/cpDeatail is one product on phones',
      shownBy: 'browser/routes.test.ts › every phone route renders at 390, without console output or a call',
    },
    {
      sentence: '/cpDeatail reads desc, title and imgUrl of its query',
      shownBy:
        'browser/productLinks.long.test.ts › a product card of /zhuyingyewu links with what it shows, and the product is rendered from it at once',
    },
    {
      sentence: 'An unknown address says that the page cannot be entered',
      shownBy: 'pages/pages.test.ts › a missing page is a 404 with the not-found page',
      otherForm: 'Unknown addresses answer 404 in place',
    },
    {
      sentence: 'Its button 返回首页 leads home',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: 'The product centre names a product to its page by productId',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'The news names an article to its page by newId',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence:
        'Agents with Android, iPhone, SymbianOS, Windows Phone, iPad or iPod are phones, which are led to /mobile',
      shownBy:
        'pages/addresses.test.ts › each kind of phone and tablet is led to the home page of phones, and from there anything else to that of desktops',
    },
    {
      sentence: 'Another page than the home page leads phones to their own',
      shownBy:
        'browser/behaviour.test.ts › a phone is redirected to the phone’s page and a desktop to the desktop’s, with the product',
      otherForm: 'Phones get the twin of a page and not always /mobile',
    },
    {
      sentence: 'A page of phones leads other agents to the one of desktops',
      shownBy:
        'pages/addresses.test.ts › each kind of phone and tablet is led to the home page of phones, and from there anything else to that of desktops',
    },
    {
      sentence: 'A browser that becomes a phone while it is resized is led to /mobile, and back to /',
      shownBy:
        'browser/behaviour.long.test.ts › a browser that becomes a phone while it is resized goes to the page of phones, and back',
      otherForm: 'On resizing only pages with a twin move',
    },
    {
      sentence: 'The public pages are designed for 1920x1080',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: 'Most pages have no floating contact',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'The footer has an ICP number',
      shownBy: 'calls/site.test.ts › filing numbers are in the footer of every page, each with its register',
    },
    {
      sentence: 'The footer names who supports the site technically',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'The menu has 首页 for /',
      shownBy:
        'browser/menus.long.test.ts › a desktop has one menu and one footer on every page, also in a narrow window',
    },
    {
      sentence: 'The menu has 产品中心 for /product',
      shownBy:
        'browser/menus.long.test.ts › a desktop has one menu and one footer on every page, also in a narrow window',
    },
    {
      sentence: 'The menu has 新闻动态 for /xwdt',
      shownBy:
        'browser/menus.long.test.ts › a desktop has one menu and one footer on every page, also in a narrow window',
    },
    {
      sentence: 'The menu has 代理加盟 for /dljm',
      shownBy:
        'browser/menus.long.test.ts › a desktop has one menu and one footer on every page, also in a narrow window',
    },
    {
      sentence: 'The menu has 关于我们 for /gywm',
      shownBy:
        'browser/menus.long.test.ts › a desktop has one menu and one footer on every page, also in a narrow window',
    },
    {
      sentence: 'Each entry of the menu has a banner of its own',
      shownBy:
        'browser/screens.long.test.ts › each entry of the menu has a banner of its own, and the product centre the photos of the carousel',
    },
    {
      sentence: 'The product centre shows the carousel of photos, each by its photoUrl',
      shownBy:
        'browser/screens.long.test.ts › each entry of the menu has a banner of its own, and the product centre the photos of the carousel',
    },
    {
      sentence: 'Without photos it shows its banner',
      shownBy:
        'pages/gaps.test.ts › without photos of the carousel the product centre has its banner, which does not move',
    },
    {
      sentence: 'Home: the four points of the one-stop service',
      shownBy: 'browser/screens.long.test.ts › the home page of desktops has its six parts',
    },
    {
      sentence: 'Home: a strip of products that scrolls',
      shownBy:
        'browser/home.long.test.ts › the products drift, stand still for who wants no motion, and are reached with the keyboard',
    },
    {
      sentence: 'Home: the blocks of the technical support',
      shownBy: 'browser/screens.long.test.ts › the home page of desktops has its six parts',
    },
    {
      sentence: 'Home: the carousel of the smart showroom',
      shownBy: 'browser/screens.long.test.ts › the home page of desktops has its six parts',
    },
    {
      sentence: 'Home: the figures of the company',
      shownBy: 'browser/screens.long.test.ts › the company’s facts are on the pages that tell of it',
    },
    {
      sentence: 'Home: they count up for 6,000 ms',
      shownBy:
        'browser/screens.long.test.ts › the figures count up once for six seconds where they are seen, and never fall',
    },
    {
      sentence: 'Home: the logos of the partners',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence: 'Product centre: a tab for each of the three groups',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product centre: a product opens its page with its productId',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the page shows the one that productId names',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the crumbs are 产品中心 > its name',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the first crumb leads to the product centre',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: its name is a large title',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: its text is shown as HTML',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: a block tells of one-stop implementation and after-sales service',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the block has 定制方案',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the block has 专属安装',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the block has 专业技术支持',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the block has 完善售后',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the page has the footer',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'Product: the page has the floating contact',
      shownBy:
        'browser/screens.long.test.ts › a product has its crumbs, a large title, its text and what follows the sale, and only it a floating contact',
    },
    {
      sentence: 'News: the newest article is featured',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: 'News: the next three are beside it',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: 'News: the others come in pages of 15',
      shownBy:
        'pages/pagination.test.ts › a page of a long news list has fifteen articles after the four on top, and links to the others',
    },
    {
      sentence: 'News: an article opens its page with its newId',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: 'Article: the first crumb leads back to the news',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: 'Article: title and date',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
    },
    {
      sentence: 'Article: its text as HTML',
      shownBy:
        'browser/screens.long.test.ts › the newest article is featured, three are beside it, fifteen in the list, and each opens with its text',
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
      sentence: 'Dealers: four advantages',
      shownBy: 'browser/screens.long.test.ts › both pages for dealers list how they earn, the policies and the form',
    },
    {
      sentence: 'Dealers: the form to apply',
      shownBy: 'browser/behaviour.test.ts › the dealer’s form shows errors beside their fields, and sends valid values',
    },
    {
      sentence: 'Company: its entry of the menu is marked',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: a film introduces it',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: text and picture of its profile',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: the carousel of honours has eight pictures',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: the carousel of honours is a ring',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: five honours are in view',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: the current honour is in the middle',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: the next honour comes after 3,000 ms',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: a click on a mark of the carousel shows its honour',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: arrows show the honour before and after',
      shownBy:
        'browser/screens.long.test.ts › honours are a ring of eight with five in view, the current one in the middle, which moves every three seconds',
    },
    {
      sentence: 'Company: how to reach it, with a map',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: the map begins at zoom 20',
      shownBy:
        'browser/map.long.test.ts › closer than its last tiles the map enlarges them, up to zoom 20 on every screen',
    },
    {
      sentence: 'Company: the wheel does not zoom the map',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: the map has one marker',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: its telephone, mail and postal address',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Company: the page ends with the block of contact',
      shownBy:
        'browser/screens.long.test.ts › the page about the company has its film, its text, its honours and how to reach it',
    },
    {
      sentence: 'Scenarios: smart site, campus, factory, community and parking',
      shownBy: 'browser/screens.long.test.ts › the five scenarios follow each other every four seconds',
    },
    {
      sentence: 'Scenarios: the next one comes after 4,000 ms',
      shownBy: 'browser/screens.long.test.ts › the five scenarios follow each other every four seconds',
    },
  ],
}
