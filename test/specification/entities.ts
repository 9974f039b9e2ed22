import type { Section } from './row.ts'

export const entities: Section = {
  section: '3 Entities and their fields',
  rows: [
    {
      sentence: 'A product has id, name, description, jump address, cover, rich text, location and date',
      shownBy: 'calls/product.test.ts › a product is added, read, changed in part and deleted',
    },
    {
      sentence: 'The detail of a product has its type, the name of the location',
      shownBy: 'calls/product.test.ts › a product is added, read, changed in part and deleted',
    },
    {
      sentence: 'Three fixed identifiers of locations mean smart site, robots and standardisation',
      shownBy: 'calls/login.test.ts › signing in gives the session, its cookies and what the back office needs',
    },
    {
      sentence: 'The groups of products are zhgdList, cpxtList and jzbhList',
      shownBy:
        'calls/product.test.ts › groups hold each location, newest first, robots in the opposite order, cut at the limit and without bodies',
    },
    {
      sentence: 'Robots are shown in the opposite order of cpxtList',
      shownBy:
        'pages/shape.test.ts › robots are shown as the starter orders them, and what staff pin or move first is first',
    },
    {
      sentence: 'The form of a product has location, name, description, jump address, cover and text',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'A photo of the carousel has id, title, text and address',
      shownBy: 'calls/newsAndCarousel.test.ts › a carousel photo is added, read, changed in part and deleted',
    },
    {
      sentence: 'The form of a photo has title, text and image',
      shownBy:
        'browser/adminRecords.test.ts › a carousel photo is uploaded; what is no picture, or too large, is refused at once',
    },
    {
      sentence: 'An article has id, title, introduction, cover, rich text and date',
      shownBy: 'calls/newsAndCarousel.test.ts › a news is added, read, changed in part and deleted',
    },
    {
      sentence: 'The list of applications has name, company, telephone and date',
      shownBy:
        'calls/leads.test.ts › both shapes of an application are stored, with their source, also with a telephone sent as a number',
    },
    {
      sentence: 'A visitor sends company, person and telephone as agentInfo, agentName and phone',
      shownBy:
        'calls/leads.test.ts › both shapes of an application are stored, with their source, also with a telephone sent as a number',
    },
    {
      sentence: 'The page for phones sends companyName, clientName and phone',
      shownBy: 'client/applyForm.test.ts › each kind sends its own fields, trimmed',
    },
    {
      sentence: 'The login has a user name and a password',
      shownBy: 'calls/login.test.ts › a login with missing or invalid fields is a 400',
    },
    {
      sentence: 'An honour has an image, a name, and a mark for wide or tall',
      shownBy:
        'calls/site.test.ts › an honour is wide or tall, profits and policies have an icon, and the marker of the map has its place',
    },
    {
      sentence: 'Certificates are looked at large, one after the other',
      shownBy: 'browser/behaviour.test.ts › a certificate opens large, changes with the arrow keys and closes',
    },
    {
      sentence: 'Profits and policies have an icon, a title and a text',
      shownBy:
        'calls/site.test.ts › an honour is wide or tall, profits and policies have an icon, and the marker of the map has its place',
    },
    {
      sentence: 'The marker of a map has lng and lat',
      shownBy:
        'calls/site.test.ts › an honour is wide or tall, profits and policies have an icon, and the marker of the map has its place',
    },
    {
      sentence: 'A material has a name, a creation time and a file',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'Local storage has userId, token, itemId, auth, sysName, logo and isDeadlineToken',
      shownBy:
        'browser/adminLogin.long.test.ts › a remembered password is encrypted where a script can read, filled in again, and forgotten when asked',
    },
    {
      sentence: 'The form of the system has sysName, logo and itemId',
      shownBy: 'calls/item.test.ts › the name and logo of the back office are changed and seen at the next login',
    },
    {
      sentence: 'The browser knows whether the sidebar is open, and the visited views',
      shownBy:
        'browser/admin.long.test.ts › a sidebar reduced to its icons stays so after a reload and a narrow window, and so do the open tabs',
    },
    {
      sentence: 'The state in session storage has device, token, name, avatar, views and settings, too',
      shownBy:
        'browser/admin.long.test.ts › on unload a tab keeps the state of the client, but no credential, and shows whose frame it is before the server has answered',
    },
    {
      sentence: 'Views that were visited are cached',
      shownBy: 'browser/admin.test.ts › views are kept as they were left, until their tab is closed',
    },
    {
      sentence: 'The state is stored when the page is unloaded, and restored at the next load',
      shownBy:
        'browser/adminLists.long.test.ts › after a reload every open list is where it was, those of other tabs too',
    },
    {
      sentence: 'The cookie of the token is item_token',
      shownBy: 'calls/login.test.ts › signing in gives the session, its cookies and what the back office needs',
    },
    {
      sentence: 'Lists are asked for by page and limit',
      shownBy: 'calls/product.test.ts › the list is paged newest first, with the true count and without bodies',
    },
    {
      sentence: 'A list is data.data with the rows and data.count with the total',
      shownBy: 'calls/product.test.ts › the list is paged newest first, with the true count and without bodies',
    },
    {
      sentence: 'An upload is answered by a code and the address of the file',
      shownBy: 'calls/upload.test.ts › a picture is stored once under a generated name and served as immutable',
    },
  ],
}
