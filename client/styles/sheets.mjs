/** Their sheets lie below those of pages, whichever came first. */
const dialogs = ['InquiryDialog', 'PicturesDialog']
const homes = ['Home', 'PhoneHome']
const catalogues = ['ProductCenter', 'PhoneProducts']
const products = ['ProductDetail', 'PhoneProduct']
const agents = ['Agent', 'PhoneAgent']
const companies = ['About', 'PhoneCompany']
const texts = ['RecordPage', 'Agreement', 'Privacy']
const banners = [...catalogues, ...agents, ...companies, 'News', 'RecordList', 'RecordPage', 'CasePage', 'Proofs']
const carousels = [...homes, ...products, 'ProductCenter', 'About', 'Scenarios']
const inquiryBands = [
  'Home',
  ...products,
  'ProductCenter',
  'Compare',
  'News',
  'RecordList',
  'RecordPage',
  'CasePage',
  'Scenarios',
  'Search',
  'NotFound',
]

/**
 * What only some pages and dialogs draw: each has one sheet, of these files, beside that of the frame (full.css). A page is named by its file
 * in client/site. The order counts: of two rules with equal specificity the later one wins.
 */
const pagesOf = {
  'parts/tabs.css': [...catalogues, 'PhoneHome'],
  'parts/carousel.css': carousels,
  'parts/film.css': [...companies, 'CasePage'],
  'parts/apply.css': [...agents, 'Inquiry', 'InquiryDialog', 'QuoteList'],
  'parts/inquiry.css': ['Inquiry', 'InquiryDialog', 'QuoteList'],
  'pages/quoteList.css': ['QuoteList'],
  'parts/inquiryBand.css': inquiryBands,
  'preview.css': ['PicturesDialog'],
  'rich.css': [...products, ...texts, 'CasePage', 'Demo'],
  'frame/banner.css': banners,
  'parts/contact.css': [...companies, 'PhoneHome', 'PhoneProducts', 'Inquiry', 'QuoteList'],
  'parts/floating.css': ['ProductDetail'],
  'parts/products.css': [...homes, ...catalogues, ...products, 'Compare', 'News', 'RecordList', 'CasePage', 'Search'],
  'parts/points.css': [...homes, ...products, ...agents],
  'parts/companyFigures.css': [...homes, ...companies],
  'parts/figures.css': [...homes, ...products, ...companies, 'RecordList', 'CasePage'],
  'parts/partners.css': homes,
  'parts/home.css': homes,
  'parts/caseQuote.css': [...homes, 'CasePage'],
  'parts/cases.css': [...homes, ...products, 'CasePage'],
  'parts/scenarios.css': homes,
  'parts/documents.css': [...products, ...texts, 'CasePage', 'Proofs'],
  'parts/gallery.css': products,
  'parts/productPage.css': products,
  'pages/compare.css': ['Compare'],
  'parts/neighbours.css': [...products, 'RecordPage', 'CasePage'],
  'parts/pageBar.css': [...products, 'CasePage'],
  'parts/beside.css': ['Home', 'Agent'],
  'phone/home.css': ['PhoneHome'],
  'phone/products.css': ['PhoneProducts', 'PhoneProduct'],
  'phone/agent.css': ['PhoneAgent'],
  'phone/company.css': ['PhoneCompany'],
  'parts/day.css': [...homes, 'News'],
  'parts/empty.css': [...catalogues, 'Compare', 'News', 'RecordList'],
  'pages/news.css': ['News'],
  'parts/article.css': texts,
  'parts/details.css': [...agents, ...products, 'CasePage', 'Scenarios'],
  'parts/fewProducts.css': [...products, 'CasePage'],
  'pages/cases.css': ['RecordList', 'CasePage'],
  'pages/scenarios.css': ['Scenarios'],
  'pages/proofs.css': ['Proofs'],
  'parts/proofLine.css': products,
  'pages/search.css': ['Search'],
  'pages/plain.css': ['Demo', 'English', 'NotFound'],
  'map.css': ['MapPage'],
  'desktop/home.css': ['Home'],
  'desktop/product.css': ['ProductCenter', 'ProductDetail'],
  'desktop/agent.css': ['Agent', 'Inquiry'],
  'desktop/about.css': ['About'],
}

const importing = (files) =>
  ["@import './breakpoints.css';", ...files.map((file) => `@import './${file}' supports(inset: 0);`)].join('\n')
const pages = [...new Set([...dialogs, ...Object.values(pagesOf).flat()])]

/** The text of every sheet of the site. */
export const siteSheets = {
  site: `@import './site.css';`,
  ...Object.fromEntries(
    pages.map((page) => [page, importing(Object.keys(pagesOf).filter((file) => pagesOf[file].includes(page)))]),
  ),
  print: importing(['print.css']),
}

/** Of records and of settings. */
const forms = ['recordForm', 'pagePreview', 'settingFields', 'placeMap', 'picture'].map((name) => `admin/${name}.css`)

/** Of 首页 and 访问统计. */
const dashboards = ['admin/dashboard.css', 'admin/dashboardSheets.css']

/**
 * Those of the back office, named by the file of a screen or of what is loaded later. Open screens stay mounted and dialogs lie above them, so
 * several are on: a file is in more than one where nothing between its copies differs from it.
 */
export const adminSheets = {
  admin: `@import './admin.css';`,
  LoginScreen: importing(['admin/login.css']),
  DashboardScreen: importing([...dashboards, 'admin/check.css', 'admin/chart.css', 'admin/phone.css']),
  CheckScreen: importing(['admin/check.css']),
  people: importing(['admin/account.css']),
  LeadScreen: importing(['admin/phone.css', 'admin/leads.css']),
  library: importing([
    'focus.css',
    'admin/media.css',
    'admin/mediaDialog.css',
    'admin/crop.css',
    'admin/mediaUploads.css',
  ]),
  records: importing(forms),
  imports: importing(['admin/imports.css']),
  SettingsScreen: importing([...forms, 'admin/settings.css', 'admin/channels.css']),
  Editor: importing(['rich.css', 'parts/documents.css', 'editor/tools.css', 'editor/paper.css', 'editor/foot.css']),
  VisitsScreen: importing([...dashboards, 'admin/chart.css', 'admin/visits.css']),
}
