import type { Section } from './row.ts'

export const calls: Section = {
  section: '7 The calls',
  rows: [
    {
      sentence: 'Every call is POST, but for the one of the system, which is PUT',
      shownBy: 'calls/edge.test.ts › every call of the contract answers on its path, and all but three are POST',
    },
    {
      sentence: 'Calls are JSON, and succeed with code 200',
      shownBy:
        'client/call.test.ts › a call sends its input as JSON and returns the data of the reply; another code than 200 is a failure with the message',
    },
    {
      sentence: 'The client gives a call up after 50,000 ms',
      shownBy: 'client/call.test.ts › a call is given up after 50,000 ms, and not before',
    },
    {
      sentence: 'product/selectAllList returns the three groups, each up to the limit',
      shownBy:
        'calls/product.test.ts › groups hold each location, newest first, robots in the opposite order, cut at the limit and without bodies',
    },
    {
      sentence: 'The home page of phones asks selectAllList for 999',
      shownBy:
        'client/homeProducts.test.ts › phones ask for 999 products and show twelve of each group, desktops ask for all and show all',
    },
    {
      sentence: 'The home page of desktops asks selectAllList without a limit',
      shownBy:
        'client/homeProducts.test.ts › phones ask for 999 products and show twelve of each group, desktops ask for all and show all',
    },
    {
      sentence: 'product/list is searched by coverName and locationId',
      shownBy: 'calls/product.test.ts › the search matches part of the name in either case, and the location',
    },
    {
      sentence: 'product/list has page and limit, and returns rows and their number',
      shownBy: 'calls/product.test.ts › the list is paged newest first, with the true count and without bodies',
    },
    {
      sentence: 'product/detailProduct returns the product',
      shownBy: 'calls/product.test.ts › a product is added, read, changed in part and deleted',
    },
    {
      sentence: 'product/saveProduct adds a product',
      shownBy: 'calls/product.test.ts › a product is added, read, changed in part and deleted',
    },
    {
      sentence: 'product/updateProduct changes a product',
      shownBy: 'calls/product.test.ts › a product is added, read, changed in part and deleted',
    },
    {
      sentence: 'product/deleteProduct deletes a product',
      shownBy: 'calls/product.test.ts › a product is added, read, changed in part and deleted',
    },
    {
      sentence: 'carousel/list is searched by photoTitle, with page and limit',
      shownBy:
        'calls/newsAndCarousel.test.ts › carousel photo lists are searched by title, newest first, without bodies',
    },
    {
      sentence: 'carousel/selectAllList returns all photos',
      shownBy: 'calls/newsAndCarousel.test.ts › the carousel is listed newest first',
    },
    {
      sentence: 'carousel/detailCarousel returns a photo by its photoId',
      shownBy: 'calls/newsAndCarousel.test.ts › a carousel photo is added, read, changed in part and deleted',
    },
    {
      sentence: 'carousel/saveCarousel adds a photo',
      shownBy: 'calls/newsAndCarousel.test.ts › a carousel photo is added, read, changed in part and deleted',
    },
    {
      sentence: 'carousel/updateCarousel changes a photo',
      shownBy: 'calls/newsAndCarousel.test.ts › a carousel photo is added, read, changed in part and deleted',
    },
    {
      sentence: 'carousel/deleteCarousel deletes a photo',
      shownBy: 'calls/newsAndCarousel.test.ts › a carousel photo is added, read, changed in part and deleted',
    },
    {
      sentence: 'news/list is searched by newTitle, with page and limit',
      shownBy: 'calls/newsAndCarousel.test.ts › news lists are searched by title, newest first, without bodies',
    },
    {
      sentence: 'The public pages ask news/list for 9999',
      shownBy:
        'pages/pagination.test.ts › a page of a long news list has fifteen articles after the four on top, and links to the others',
      otherForm: 'Public news are fetched a page at a time',
    },
    {
      sentence: 'news/detailNews returns an article by its newId',
      shownBy: 'calls/newsAndCarousel.test.ts › a news is added, read, changed in part and deleted',
    },
    {
      sentence: 'news/saveNews adds an article',
      shownBy: 'calls/newsAndCarousel.test.ts › a news is added, read, changed in part and deleted',
    },
    {
      sentence: 'news/updateNews changes an article',
      shownBy: 'calls/newsAndCarousel.test.ts › a news is added, read, changed in part and deleted',
    },
    {
      sentence: 'news/deleteNews deletes an article',
      shownBy: 'calls/newsAndCarousel.test.ts › a news is added, read, changed in part and deleted',
    },
    {
      sentence: 'The office saves by these calls of save and update',
      shownBy:
        'admin/form.publishing.test.ts › is saved without being published, and published with what was typed since',
      otherForm: 'The back office saves by drafts',
    },
    {
      sentence: 'agent/list is searched by agentName, with page and limit',
      shownBy:
        'calls/leads.test.ts › both shapes of an application are stored, with their source, also with a telephone sent as a number',
    },
    {
      sentence: 'agent/saveAgent stores an application',
      shownBy:
        'calls/leads.test.ts › both shapes of an application are stored, with their source, also with a telephone sent as a number',
    },
    {
      sentence: 'allianceRest/insert stores an application of a partner',
      shownBy:
        'calls/leads.test.ts › both shapes of an application are stored, with their source, also with a telephone sent as a number',
    },
    {
      sentence: 'indexLogin/loginAuth signs in',
      shownBy: 'calls/login.test.ts › signing in gives the session, its cookies and what the back office needs',
    },
    {
      sentence: 'item/user/logout signs out',
      shownBy: 'calls/login.test.ts › logging out ends the session, and succeeds without one',
    },
    {
      sentence: 'users/getAssignRole changes the password, by password and newPassword',
      shownBy: 'calls/login.test.ts › a new password replaces the old one and ends every other session',
    },
    {
      sentence: 'users/getAssignRole succeeds with an empty code',
      shownBy: 'calls/login.test.ts › a new password replaces the old one and ends every other session',
    },
    {
      sentence: 'PUT item/item changes sysName and logo, with the itemId',
      shownBy: 'calls/item.test.ts › the name and logo of the back office are changed and seen at the next login',
    },
    {
      sentence: 'common/upload takes the field logo and returns data.url',
      shownBy: 'calls/upload.test.ts › every type has its folder, and the logo its own call',
    },
    {
      sentence: 'common/upload takes Authorization-item with Bearer and the token',
      shownBy: 'calls/upload.test.ts › every type has its folder, and the logo its own call',
    },
    {
      sentence: 'file/upload takes the fields file and type',
      shownBy: 'calls/upload.test.ts › a picture is stored once under a generated name and served as immutable',
    },
    {
      sentence: 'The types of uploads are product, quill, carousel and news',
      shownBy: 'calls/upload.test.ts › every type has its folder, and the logo its own call',
    },
    {
      sentence: 'file/upload returns the address of the file as data',
      shownBy: 'calls/upload.test.ts › a picture is stored once under a generated name and served as immutable',
    },
    {
      sentence: 'Applications of both pages go to the calls above',
      shownBy: 'client/applyForm.test.ts › each kind sends its own fields, trimmed',
    },
  ],
}
