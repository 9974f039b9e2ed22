import type { Section } from './row.ts'

export const states: Section = {
  section: '4 States and transitions',
  rows: [
    {
      sentence: 'Product dialog: adds',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Product dialog: edits',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Product dialog: shows',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Product dialog: what is only shown has its fields disabled',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Product dialog: what is only shown has no buttons to save',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Product dialog: editing first loads the product by its id',
      shownBy:
        'browser/adminScreens.long.test.ts › editing loads the record first, and what is closed leaves an empty form for the next one',
    },
    {
      sentence: 'Product dialog: once closed, the form is empty',
      shownBy:
        'browser/adminScreens.long.test.ts › editing loads the record first, and what is closed leaves an empty form for the next one',
    },
    {
      sentence: 'Carousel dialog: adding is called 上传图片',
      shownBy:
        'browser/adminRecords.test.ts › a carousel photo is uploaded; what is no picture, or too large, is refused at once',
    },
    {
      sentence: 'Carousel dialog: editing is called 修改',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'News dialog: adds',
      shownBy:
        'browser/drafts.test.ts › an article is written, left as a draft, continued, published, changed again, and taken off',
    },
    {
      sentence: 'News dialog: edits, and loads the article first',
      shownBy:
        'browser/adminScreens.long.test.ts › editing loads the record first, and what is closed leaves an empty form for the next one',
    },
    {
      sentence: 'News dialog: what is only shown is disabled, without buttons to save',
      shownBy:
        'browser/adminRecords.long.test.ts › an article is viewed with every field disabled and no button that saves; a photo in full size',
    },
    {
      sentence: 'A save refreshes the list',
      shownBy: 'browser/adminScreens.long.test.ts › photos are searched by title, paged, edited and deleted',
    },
    {
      sentence: 'A removal refreshes the list',
      shownBy:
        'browser/adminRecords.long.test.ts › several selected rows are deleted after one confirmation; failures are reported',
    },
    {
      sentence: 'The tabs show the products of their group',
      shownBy:
        'browser/productGroups.test.ts › the chosen group is in the address: Back returns to it, a reload stays on it, and the arrow keys go on',
    },
    {
      sentence: 'The product centre of phones begins with the first tab',
      shownBy:
        'browser/screens.long.test.ts › the product centre of phones begins with the first of its three tabs, a grid of covers and names',
    },
    {
      sentence: 'A tap on the floating telephone opens the drawer',
      shownBy: 'browser/behaviour.test.ts › the drawer opens with two phone links, with a script and without',
    },
    {
      sentence: 'A password can be shown and hidden',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
    {
      sentence: 'Guard: who is signed in is led from /login to the dashboard',
      shownBy: 'pages/admin.test.ts › the back office’s pages redirect to the login and back, and are not indexed',
    },
    {
      sentence: 'Guard: a user whose name is not loaded is loaded',
      shownBy: 'browser/adminLogin.long.test.ts › reloading twice in a row does not sign anybody out',
    },
    {
      sentence: 'Guard: when that fails the token is removed',
      shownBy:
        'browser/adminLogin.long.test.ts › a user who cannot be loaded for no named reason is led to the login with Has Error, and can sign in again',
    },
    {
      sentence: 'Guard: the error is shown',
      shownBy:
        'browser/adminLogin.long.test.ts › a reload while no call is answered leads to the login with the reason, and what was typed is offered after it',
    },
    {
      sentence: 'Guard: an error without words is shown as Has Error',
      shownBy:
        'browser/adminLogin.long.test.ts › a user who cannot be loaded for no named reason is led to the login with Has Error, and can sign in again',
    },
    {
      sentence: 'Guard: then /login opens, with the path to return to',
      shownBy:
        'browser/adminLogin.long.test.ts › a reload while no call is answered leads to the login with the reason, and what was typed is offered after it',
    },
    {
      sentence: 'Guard: without a token all public pages are open',
      shownBy: 'browser/routes.test.ts › every desktop route renders at 1920, without console output or a call',
    },
    {
      sentence:
        'Signing out with isDeadlineToken 0 makes the call, clears the storage and the token, and leads to /login with the path',
      shownBy:
        'browser/adminLogin.long.test.ts › signing out of a session that ends with the visit clears everything, and the next login returns to the same page',
    },
    {
      sentence:
        'Signing out with isDeadlineToken 1 makes the call and leads to /login with the path, and clears nothing',
      shownBy:
        'browser/adminLogin.long.test.ts › signing out of a remembered session ends it and leaves the rest where it is',
    },
    {
      sentence: 'Signing out with any other value leads straight to /login',
      shownBy:
        'browser/adminLogin.long.test.ts › signing out goes straight to the login when the browser has not stored how one signed in',
    },
    {
      sentence: 'New password: the reply with an empty code closes the dialog with a message',
      shownBy:
        'browser/adminLogin.long.test.ts › 2,000 ms after a change of the password the storage is emptied and the page loaded again',
    },
    {
      sentence: 'New password: after 2,000 ms the storage and the token are gone and the page is loaded again',
      shownBy:
        'browser/adminLogin.long.test.ts › 2,000 ms after a change of the password the storage is emptied and the page loaded again',
    },
    {
      sentence: 'New password: a failure changes nothing and keeps what was typed',
      shownBy: 'browser/adminLogin.test.ts › a changed password is confirmed, and everything is signed out',
    },
    {
      sentence: 'Application: it is checked when it is sent',
      shownBy:
        'client/applyForm.test.ts › on submit all are shown, the first invalid field gets the focus, and nothing is sent',
    },
    {
      sentence: 'Application: a valid one is sent',
      shownBy: 'client/applyForm.test.ts › each kind sends its own fields, trimmed',
    },
    {
      sentence: 'Application: 申请成功！ is shown',
      shownBy: 'client/applyForm.test.ts › on success it shows the message, and empties the form without errors',
    },
    {
      sentence: 'Application: then the form is empty',
      shownBy: 'client/applyForm.test.ts › on success it shows the message, and empties the form without errors',
    },
    {
      sentence: 'Application: an invalid one is not sent',
      shownBy:
        'client/applyForm.test.ts › on submit all are shown, the first invalid field gets the focus, and nothing is sent',
    },
    {
      sentence: 'A button with a guard is disabled for 1,000 ms after a click',
      shownBy:
        'browser/adminScreens.long.test.ts › the login has its fields, shows the password when asked, and its button rests for a second',
    },
  ],
}
