import type { Section } from './row.ts'

export const validation: Section = {
  section: '5 Validation rules',
  rows: [
    {
      sentence: 'Login: without an account 请输入登录账号',
      shownBy: 'browser/adminLogin.test.ts › the login says what is missing, what is wrong, and how long it is locked',
    },
    {
      sentence: 'Login: a password under 6 characters is 密码不能少于6位',
      shownBy: 'browser/adminLogin.test.ts › the login says what is missing, what is wrong, and how long it is locked',
    },
    {
      sentence: 'Login: without the agreement 请勾选用户协议, and nothing is sent',
      shownBy: 'browser/adminLogin.test.ts › the login says what is missing, what is wrong, and how long it is locked',
    },
    {
      sentence: 'Dealers on desktops: without a company 请输入公司名称',
      shownBy: 'browser/behaviour.test.ts › the dealer’s form shows errors beside their fields, and sends valid values',
    },
    {
      sentence: 'Dealers on desktops: without a person 请输入联系人',
      shownBy: 'browser/behaviour.test.ts › the dealer’s form shows errors beside their fields, and sends valid values',
    },
    {
      sentence: 'Dealers on desktops: without a number 请输入手机号码',
      shownBy: 'browser/behaviour.test.ts › the dealer’s form shows errors beside their fields, and sends valid values',
    },
    {
      sentence: 'Dealers on desktops: a wrong number is 请输入正确的手机号码',
      shownBy: 'browser/behaviour.test.ts › the dealer’s form shows errors beside their fields, and sends valid values',
    },
    {
      sentence: 'Dealers on desktops: a number has 11 digits and begins with 1',
      shownBy: 'contract/application.test.ts › on desktops a number has 11 digits and begins with 1',
    },
    {
      sentence: 'Agents on phones: without a company 请输入公司名称',
      shownBy: 'client/applyForm.test.ts › the phone’s form has its own messages',
    },
    {
      sentence: 'Agents on phones: a company has 4 to 20 characters, else 长度在 4 到 20 个字符',
      shownBy:
        'contract/application.test.ts › on phones a company has 4 to 20 characters and a person 2 to 10, and both are needed',
    },
    {
      sentence: 'Agents on phones: fields are checked when they are left',
      shownBy: 'client/applyForm.test.ts › the phone’s form has its own messages',
    },
    {
      sentence: 'Agents on phones: without a name 请输入您的姓名',
      shownBy: 'client/applyForm.test.ts › the phone’s form has its own messages',
    },
    {
      sentence: 'Agents on phones: a name has 2 to 10 characters, else 长度在 2 到 10 个字符',
      shownBy:
        'contract/application.test.ts › on phones a company has 4 to 20 characters and a person 2 to 10, and both are needed',
    },
    {
      sentence: 'Agents on phones: an empty number is 手机号不能为空',
      shownBy: 'client/applyForm.test.ts › the phone’s form has its own messages',
    },
    {
      sentence: 'Agents on phones: what is no number is 请输入数字',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: any other number is 请正确输入11位手机号码',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 13, with any digit after it',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 14, with certain digits',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 15, except 154',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 16, with 2, 5, 6 or 7',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 17, with 0 to 8',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 18, with any digit after it',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: a number may begin with 19, with some left out',
      shownBy:
        'contract/application.test.ts › on phones a number has 11 digits and begins as those of the mainland’s mobile networks do',
    },
    {
      sentence: 'Agents on phones: the number is checked a second late',
      shownBy: 'client/applyForm.test.ts › the phone’s form checks the phone number a second after the last keystroke',
    },
    {
      sentence: 'The cover of a product is under 2 MB, else 上传封面图片大小不能超过2MB！ and no upload',
      shownBy: 'admin/ui.table.test.ts › checks a file before it is sent, and sends none that is refused',
    },
    {
      sentence: 'A photo of the carousel is under 2 MB, with the same message and no upload',
      shownBy:
        'browser/adminRecords.test.ts › a carousel photo is uploaded; what is no picture, or too large, is refused at once',
    },
    {
      sentence: 'The cover of an article is under 2 MB, else 封面图片不能超过2MB！',
      shownBy: 'admin/form.drafts.test.ts › is jpg or png and strictly under 2 MB',
    },
    {
      sentence: 'A picture in a text is under 2 MB, and is not sent otherwise',
      shownBy:
        'browser/uploads.long.test.ts › in a text, a picture that is too large stays where it was put, and one press makes it fit',
    },
    {
      sentence: 'The hint says that only jpg and png are accepted',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'The editor accepts jpg, jpeg and png',
      shownBy: 'browser/adminRecords.test.ts › a product is added with a picture and a text, seen, changed and deleted',
    },
    {
      sentence: 'The cover of an article is checked for its size only',
      shownBy: 'calls/upload.test.ts › the type is detected from the bytes, not from name or header',
      otherForm: 'The cover of an article is checked by its type, too',
    },
    {
      sentence: 'A picture that could not be put into a text is 插入图片失败',
      shownBy:
        'browser/recordDialog.long.test.ts › uploads go on while another screen is shown, those in the text too, and what fails can be tried again there',
    },
    {
      sentence: 'No field of a product is required',
      shownBy: 'calls/newsAndCarousel.test.ts › nothing is required of a product, an article or a carousel photo',
    },
    {
      sentence: 'No field of an article is required',
      shownBy: 'calls/newsAndCarousel.test.ts › nothing is required of a product, an article or a carousel photo',
    },
    {
      sentence: 'Password: without the old one 请输入旧密码',
      shownBy: 'browser/adminLogin.test.ts › a changed password is confirmed, and everything is signed out',
    },
    {
      sentence: 'Password: without a new one 请输入新密码',
      shownBy: 'browser/adminLogin.test.ts › a changed password is confirmed, and everything is signed out',
    },
    {
      sentence: 'Password: without the repetition 请再次输入密码',
      shownBy: 'browser/adminLogin.test.ts › a changed password is confirmed, and everything is signed out',
    },
    {
      sentence: 'Password: two different ones are 两次输入密码不一致！',
      shownBy: 'browser/adminLogin.test.ts › a changed password is confirmed, and everything is signed out',
    },
    {
      sentence: 'Password: nothing else is asked of the new one',
      shownBy: 'calls/login.test.ts › an invalid password change names its field and changes nothing',
      otherForm: 'A new password has at least 10 characters',
    },
    {
      sentence: 'System: without a name 请输入系统名称',
      shownBy:
        'calls/item.test.ts › both fields are needed, the name has at most 30 characters, and there is only one item',
    },
    {
      sentence: 'System: a name has at most 30 characters',
      shownBy:
        'calls/item.test.ts › both fields are needed, the name has at most 30 characters, and there is only one item',
    },
    {
      sentence: 'System: without a logo 请上传LOGO',
      shownBy:
        'calls/item.test.ts › both fields are needed, the name has at most 30 characters, and there is only one item',
    },
    {
      sentence: 'System: an incomplete form is 请填写完整信息',
      shownBy: 'browser/adminLogin.long.test.ts › the system is renamed by somebody who may',
    },
    {
      sentence: 'System: a logo under 0.1 MB is accepted',
      shownBy: 'calls/upload.test.ts › "under" is strict, to the byte',
    },
    {
      sentence: 'System: a larger logo is refused with 1 MB in the message',
      shownBy: 'browser/uploads.long.test.ts › a logo that is too large is made to fit as well',
      otherForm: 'The message about a logo says 0.1 MB',
    },
    {
      sentence: 'A material is under 5 MB, else 上传文件大小不能超过5MB！',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
    {
      sentence: 'Of the materials that are chosen the last three are kept',
      shownBy:
        'browser/profile.test.ts › the menu of one’s name leads to the materials: a search, a table that begins with the data sheets, and a dialog',
    },
  ],
}
