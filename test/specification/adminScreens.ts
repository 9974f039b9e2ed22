import type { Section } from './row.ts'

export const adminScreens: Section = {
  section: '2 Screens and routes: the back office',
  rows: [
    {
      sentence: 'Its routes are in one layout',
      shownBy: 'browser/admin.long.test.ts › the menu of a tab works by mouse and by keys, and the focus is never lost',
    },
    {
      sentence: 'The empty path leads to /dashboard',
      shownBy: 'pages/admin.test.ts › the back office’s pages redirect to the login and back, and are not indexed',
      otherForm: 'The empty path of the back office is /admin',
    },
    {
      sentence: 'The dashboard is called 首页',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'The tab of the dashboard is pinned',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'The group of the menu is called 菜单',
      shownBy:
        'browser/admin.long.test.ts › the menu is in groups that say what they hold, and each screen has one name',
    },
    {
      sentence: '/menu leads to /AdminProduct',
      shownBy: 'pages/admin.test.ts › the back office’s pages redirect to the login and back, and are not indexed',
    },
    {
      sentence: 'The group holds 产品管理 for /AdminProduct',
      shownBy:
        'browser/admin.long.test.ts › the menu is in groups that say what they hold, and each screen has one name',
    },
    {
      sentence: 'The group holds 新闻管理 for /AdminNews',
      shownBy:
        'browser/admin.long.test.ts › the menu is in groups that say what they hold, and each screen has one name',
    },
    {
      sentence: 'The group holds 轮播图管理 for /AdminCarousel',
      shownBy:
        'browser/admin.long.test.ts › the menu is in groups that say what they hold, and each screen has one name',
    },
    {
      sentence: 'The group holds 代理加盟 for /AdminAgenttoJoin',
      shownBy:
        'browser/admin.long.test.ts › the menu is in groups that say what they hold, and each screen has one name',
    },
    {
      sentence: 'Login: its title is 官网后台管理系统',
      shownBy: 'browser/adminLogin.test.ts › the login says what is missing, what is wrong, and how long it is locked',
    },
    {
      sentence: 'Login: the account and the password',
      shownBy: 'browser/adminLogin.test.ts › the login says what is missing, what is wrong, and how long it is locked',
    },
    {
      sentence: 'Login: the password can be shown and hidden',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Login: a box to be remembered',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Login: a box for the agreement, with a link to it',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Login: the button 立即登录',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Login: it leads to /dashboard',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Login: what is remembered is in the storage under userInfo, as user and pwd',
      shownBy:
        'browser/adminLogin.long.test.ts › a remembered password is encrypted where a script can read, filled in again, and forgotten when asked',
    },
    {
      sentence: 'Layout: the sidebar is 210 px wide',
      shownBy:
        'browser/admin.long.test.ts › a sidebar reduced to its icons stays so after a reload and a narrow window, and so do the open tabs',
    },
    {
      sentence: 'Layout: a button in the top bar folds it',
      shownBy:
        'browser/admin.long.test.ts › a sidebar reduced to its icons stays so after a reload and a narrow window, and so do the open tabs',
    },
    {
      sentence: 'Layout: crumbs',
      shownBy:
        'browser/adminScreens.long.test.ts › above the screens are the crumbs, the button for the whole screen and the menu of the account',
    },
    {
      sentence: 'Layout: a button fills the screen, and returns',
      shownBy:
        'browser/admin.long.test.ts › the screen can be filled where only the prefixed names are known, as in Safari before 16.4',
    },
    {
      sentence: 'Layout: the menu of the person signs out',
      shownBy:
        'browser/adminLogin.long.test.ts › signing out of a session that ends with the visit clears everything, and the next login returns to the same page',
    },
    {
      sentence: 'Layout: a strip of the views that were visited',
      shownBy: 'browser/admin.long.test.ts › the menu of a tab works by mouse and by keys, and the focus is never lost',
    },
    {
      sentence: 'Layout: the menu of a tab closes this one',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'Layout: it closes all others',
      shownBy: 'browser/admin.long.test.ts › the menu of a tab works by mouse and by keys, and the focus is never lost',
    },
    {
      sentence: 'Layout: it closes all',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'Layout: a pinned tab cannot be closed',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'Layout: the menu of a tab is 105 px wide',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'Layout: the views are kept as they were left',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'Layout: below 992 px it is that of phones',
      shownBy: 'browser/admin.long.test.ts › under 992 px the sidebar is a drawer that closes on the way',
    },
    {
      sentence: 'Layout: there the sidebar closes when the route changes',
      shownBy: 'browser/admin.long.test.ts › under 992 px the sidebar is a drawer that closes on the way',
    },
    {
      sentence: 'Layout: there the sidebar closes when the size changes',
      shownBy:
        'browser/adminScreens.long.test.ts › the sidebar of a narrow window closes when the window gets another size',
    },
    {
      sentence: 'Products: searched by name and by place',
      shownBy:
        'browser/adminScreens.long.test.ts › products are searched by name and place, and each mode of their dialog is as wide as 72 %',
    },
    {
      sentence: 'Products: the buttons 重置, 查询 and 新增',
      shownBy:
        'browser/adminScreens.long.test.ts › products are searched by name and place, and each mode of their dialog is as wide as 72 %',
    },
    {
      sentence: 'Products: the columns are number, name, cover, place, description, path, time and actions',
      shownBy:
        'browser/adminLists.long.test.ts › ten products have at most 60 controls, all their columns, small pictures, and the table is as high as the window allows',
    },
    {
      sentence: 'Products: the cover opens large',
      shownBy:
        'browser/adminScreens.long.test.ts › products are searched by name and place, and each mode of their dialog is as wide as 72 %',
    },
    {
      sentence: 'Products: the actions are 查看, 编辑 and 删除',
      shownBy:
        'browser/adminLists.long.test.ts › ten products have at most 60 controls, all their columns, small pictures, and the table is as high as the window allows',
    },
    {
      sentence: 'Products: the list has pages',
      shownBy: 'browser/adminLists.long.test.ts › the head of a column sorts up, down, and newest first again',
    },
    {
      sentence: 'Products: the dialog is 72 % wide',
      shownBy:
        'browser/adminScreens.long.test.ts › products are searched by name and place, and each mode of their dialog is as wide as 72 %',
    },
    {
      sentence: 'Carousel: searched by title',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'Carousel: the buttons 重置, 查询 and 上传图片',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'Carousel: the columns are number, title, description, picture and actions',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'Carousel: the actions are 编辑 and 删除',
      shownBy:
        'browser/adminRecords.long.test.ts › an article is viewed with every field disabled and no button that saves; a photo in full size',
    },
    {
      sentence: 'Carousel: the list has pages',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'Carousel: the dialog is 50 % wide',
      shownBy:
        'browser/recordDialog.long.test.ts › dialogs have their documented widths: shares of the window above 992 px, and below it as wide as their content',
    },
    {
      sentence: 'News: the list is searched',
      shownBy: 'browser/adminRecords.long.test.ts › lists are searched, reset and paged',
    },
    {
      sentence: 'News: the list has pages',
      shownBy: 'browser/adminRecords.long.test.ts › lists are searched, reset and paged',
    },
    {
      sentence: 'News: a dialog adds an article',
      shownBy:
        'browser/drafts.test.ts › an article is written, left as a draft, continued, published, changed again, and taken off',
    },
    {
      sentence: 'News: a dialog edits an article',
      shownBy:
        'browser/adminRecords.long.test.ts › an open form is hidden and shown with its view, and the other views can be used meanwhile',
    },
    {
      sentence: 'News: a dialog shows an article',
      shownBy:
        'browser/adminRecords.long.test.ts › an article is viewed with every field disabled and no button that saves; a photo in full size',
    },
    {
      sentence: 'Dealers: searched by 代理名称, with 重置 and 查询',
      shownBy:
        'browser/leads.test.ts › the applications of dealers are searched by name, in the columns of the sheet; a link to an inquiry leads to the inquiries',
    },
    {
      sentence: 'Dealers: the columns are number, name, description, telephone and time',
      shownBy:
        'browser/leads.test.ts › the applications of dealers are searched by name, in the columns of the sheet; a link to an inquiry leads to the inquiries',
    },
    {
      sentence: 'Dealers: the time is a date',
      shownBy:
        'browser/adminLists.long.test.ts › times in the lists of the office are dates to the minute, and never say how long ago that was',
    },
    {
      sentence: 'Dealers: the list has pages',
      shownBy:
        'browser/adminLists.long.test.ts › each screen has one filled button at most, and ten rows of 48 px that need no scrolling',
    },
    {
      sentence: 'Materials: searched by name',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'Materials: a table of name and time',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'Materials: two of them are shipped as samples',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'Materials: a dialog 上传资料',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'Materials: the page is a stub without calls',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
      otherForm: 'The page of materials works instead of being a stub',
    },
    {
      sentence: 'Password: old, new and confirmed one',
      shownBy:
        'browser/adminScreens.long.test.ts › above the screens are the crumbs, the button for the whole screen and the menu of the account',
    },
    {
      sentence: 'Password: 取消 closes, 确定 changes it',
      shownBy:
        'browser/adminScreens.long.test.ts › above the screens are the crumbs, the button for the whole screen and the menu of the account',
    },
    {
      sentence: 'QR dialog: its title is 扫码关注公众号',
      shownBy: 'browser/adminLogin.long.test.ts › the official account’s code is there to scan',
    },
    {
      sentence: 'QR dialog: the code has 256x256',
      shownBy: 'browser/adminLogin.long.test.ts › the official account’s code is there to scan',
    },
    {
      sentence: 'QR dialog: the code is a link of WeChat with the id of the user',
      shownBy: 'browser/adminLogin.long.test.ts › the official account’s code is there to scan',
    },
    {
      sentence: 'System dialog: a click on logo or name opens it',
      shownBy: 'browser/adminLogin.long.test.ts › the system is renamed by somebody who may',
    },
    {
      sentence: 'System dialog: it needs the permission',
      shownBy:
        'browser/adminLogin.long.test.ts › an account without the permission sees no way to the system’s name, and the server refuses it',
    },
    {
      sentence: 'The tables are as high as the window less 219',
      shownBy:
        'browser/adminLists.test.ts › the table of every list is as high as the window without 219 px, with ten rows, with four and with none',
    },
  ],
}
