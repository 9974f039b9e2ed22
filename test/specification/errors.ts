import type { Section } from './row.ts'

export const errors: Section = {
  section: '8 Error catalogue',
  rows: [
    {
      sentence: 'An upload succeeds with 上传成功！',
      shownBy: 'browser/adminLogin.long.test.ts › the system is renamed by somebody who may',
    },
    {
      sentence: 'What is added succeeds with 添加成功！',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'What is changed succeeds with 修改成功！',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'What is deleted succeeds with 删除成功！',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'An application succeeds with 申请成功！',
      shownBy: 'client/applyForm.test.ts › on success it shows the message, and empties the form without errors',
    },
    {
      sentence: 'A picture that is too large has its message',
      shownBy: 'calls/upload.test.ts › "under" is strict, to the byte',
    },
    {
      sentence: 'A picture that cannot be put into a text has its message',
      shownBy:
        'browser/recordDialog.long.test.ts › uploads go on while another screen is shown, those in the text too, and what fails can be tried again there',
    },
    {
      sentence: 'A logo that is too large has its message',
      shownBy: 'browser/uploads.long.test.ts › a logo that is too large is made to fit as well',
    },
    {
      sentence: 'An incomplete form of the system has its message',
      shownBy: 'browser/adminLogin.long.test.ts › the system is renamed by somebody who may',
    },
    {
      sentence: 'A material over 5 MB has its message',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'A browser that cannot fill the screen is warned about',
      shownBy: 'browser/admin.long.test.ts › a browser that cannot fill the screen says so',
    },
    {
      sentence: 'Deleting asks under the title 提示',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Product: 是否确认删除名称为：X 的数据？',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'Carousel: 是否确认删除当前标题为 X 的图片？',
      shownBy:
        'browser/adminRecords.test.ts › a carousel photo is uploaded; what is no picture, or too large, is refused at once',
    },
    {
      sentence: 'News: 是否确认删除当前标题为：X 的数据？',
      shownBy: 'browser/adminLists.long.test.ts › why a row was not deleted is gone once it is deleted',
    },
    {
      sentence: 'Cancelling does nothing',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'A photo that was not deleted shows the message of the reply',
      shownBy:
        'browser/adminRecords.test.ts › a carousel photo is uploaded; what is no picture, or too large, is refused at once',
    },
    {
      sentence: 'A detail that cannot be loaded leaves the form empty',
      shownBy: 'admin/form.form.test.ts › is empty and says why when it cannot be loaded, and can be tried again',
    },
    {
      sentence: 'Other failures of lists, saves, logins and passwords are ignored or logged',
      shownBy: 'browser/adminLists.long.test.ts › a list that could not be loaded says so above its rows, which stay',
      otherForm: 'Failures are shown instead of ignored',
    },
    {
      sentence: 'A failure of the guard shows its message or Has Error',
      shownBy:
        'browser/adminLogin.long.test.ts › a user who cannot be loaded for no named reason is led to the login with Has Error, and can sign in again',
    },
    {
      sentence: 'A failure is passed on to who has made the call',
      shownBy:
        'client/call.test.ts › a call sends its input as JSON and returns the data of the reply; another code than 200 is a failure with the message',
    },
  ],
}
