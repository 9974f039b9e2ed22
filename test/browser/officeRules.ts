import { faintFaults, seriousFaults } from './browser.ts'
import { sideways } from './lookRules.ts'
import type { Rule } from './looking.ts'

const lists = '/AdminProduct /AdminNews /AdminCarousel'
const tables = `${lists} /AdminCase /AdminPage /AdminAgenttoJoin /AdminInquiry /profile /log /AdminNews?show=trash`

export const officeRules: readonly Rule[] = [
  { name: 'nothing scrolls sideways', office: ['*', '1440 390x844 320x640'], officePhone: ['*'], see: sideways },
  {
    name: 'what is open is in the window, and no wider',
    office: ['*', '1440 390x844 320x640'],
    see: ({ look: { seen, box } }) =>
      seen('dialog[open], dialog[open] .modal-body, [role=menu]').flatMap((each) =>
        box(each).left < 0 || box(each).right > innerWidth || each.scrollWidth > each.clientWidth
          ? [`${each.className} from ${box(each).left} to ${box(each).right}`]
          : [],
      ),
  },
  { name: 'axe finds nothing serious', office: ['*'], act: seriousFaults },
  {
    name: 'axe finds nothing serious in a narrow window',
    office: [`/dashboard ${tables} /AdminMedia /visits /check`, '390x844'],
    act: seriousFaults,
  },
  {
    name: 'axe finds no faint letters in the dark',
    office: ['*', '390x844'],
    media: [{ colorScheme: 'dark' }],
    act: faintFaults,
  },
  {
    name: 'no list scrolls sideways',
    office: [lists, '1440 1280 1100 1024 991 900 834 820 768 700'],
    see: ({ look: { seen } }) =>
      seen('.data-box').flatMap(({ scrollWidth, clientWidth }) =>
        scrollWidth > clientWidth ? [`${scrollWidth} in ${clientWidth}`] : [],
      ),
  },
  {
    name: 'columns that can be spared are left out',
    office: ['/AdminProduct', '1440 1280 900'],
    see: ({ width, look: { seen } }) => {
      const heads = seen('th').map(({ innerText }) => innerText.trim())
      const found = heads.filter((title) => /描述|路径|时间/.test(title)).join()
      const all = '产品描述,跳转路径,时间'
      const expected = { 1440: all, 1280: all, 900: '时间' }[width]
      return found !== expected && found
    },
  },
  {
    name: 'names have more of the room than descriptions',
    office: ['/AdminProduct'],
    see: ({ look: { box } }) => {
      const [name, description] = ['coverName', 'coverDescribe'].map((each) => box(`th[data-column=${each}]`).width)
      return (name ?? 0) <= 1.8 * (description ?? 0) && `${name} and ${description}`
    },
  },
  {
    name: 'on an upright tablet cards stand beside each other, and only they scroll',
    office: ['/AdminProduct /AdminNews', '768x1024'],
    see: ({ look: { seen, box } }) => {
      const [first, second] = seen('tbody tr[data-id]').map(box)
      const views = seen('.view').filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      return !(first && second && first.y === second.y && first.x < second.x && views.length === 0) && 'they do not'
    },
  },
  {
    name: 'the search takes one row',
    office: [
      '/AdminProduct /AdminNews /AdminAgenttoJoin /AdminInquiry /AdminMedia /log',
      '1280x720 1440x720 1664x720 1920x720',
    ],
    see: ({ look: { seen, box } }) => {
      const high = Math.max(...seen('.search-bar').map((bar) => box(bar).height))
      const places = seen('.search-bar :is(input, select, button)')
        .map(box)
        .filter(({ width }) => width > 0)
      const covers = places.some(({ left }, at) => left < (places[at - 1]?.right ?? 0))
      return (high >= 50 || covers) && `${high} px high`
    },
  },
  {
    name: 'the select that sorts is there exactly where the heads are hidden',
    office: ['/AdminProduct', '1440 1024 832 768 700 390'],
    see: ({ width, look: { seen } }) => {
      const found = [seen('.sort-select select').length, seen('th[data-column=coverName]').length].join()
      return found !== (width <= 768 ? '1,0' : '0,1') && found
    },
  },
  {
    name: 'no field has letters under 16 px, for which iOS would enlarge the page',
    office: ['/AdminProduct /AdminAgenttoJoin /AdminMedia /settings?group=basics', '390x844 768x1024'],
    see: ({ look: { seen } }) =>
      seen('input:not([type=checkbox], [type=color], [type=file]), select, textarea').flatMap((field) =>
        parseFloat(getComputedStyle(field).fontSize) < 16 ? [field.outerHTML.slice(0, 80)] : [],
      ),
  },
  {
    name: 'a list is as high as its cards',
    office: ['/AdminCarousel', '390x844 320x640'],
    see: ({ look: { seen, box } }) => {
      const [last, table] = [seen('tbody tr[data-id]').at(-1), seen('.data')[0]]
      const below = last && table ? box(table).bottom - box(last).bottom : NaN
      return !(Math.abs(below) <= 12) && `${below} px below the last`
    },
  },
  {
    name: 'in a low window the table still shows its rows and its pages',
    office: ['/AdminCarousel /AdminProduct', '1440x500 1440x400 844x390 1024x768'],
    act: async (page) => {
      await page.getByLabel('每页条数').filter({ visible: true }).click({ trial: true })
      const edit = page.getByRole('button', { name: /^编辑：/ }).filter({ visible: true })
      for (const each of [edit.first(), edit.last()]) await each.click({ trial: true })
      return false
    },
  },
  {
    name: 'the table is as high as the window without 219 px, however many rows it has',
    office: [`${tables} /accounts`, '1920x1080'],
    see: ({ path, look: { seen, box } }) => {
      const [table, foot, view] = ['.data', '.list-foot', '.view'].map((each) => seen(each)[0])
      if (!table || !view) return 'there is none'
      const { top, bottom, height } = box(table)
      // The accounts have one page.
      const end = path === '/accounts' ? bottom : Math.round(foot ? box(foot).top : NaN)
      const isRight = height === innerHeight - 219 && Math.round(bottom) === Math.round(end)
      return !(isRight && view.scrollHeight <= view.clientHeight) && `from ${top} to ${bottom}, the pages at ${end}`
    },
  },
  {
    name: 'a list has one filled button at most, and its rows of 48 px need no scrolling',
    office: ['/AdminProduct /AdminNews /AdminAgenttoJoin'],
    see: ({ look: { seen, box } }) => {
      const filled = seen('.button.primary').length
      const heights = [...new Set(seen('tbody tr').map((row) => box(row).height))]
      const scrolls = seen('.data-box, .view').some((each) => each.scrollHeight > each.clientHeight)
      return (filled > 1 || `${heights}` !== '48' || scrolls) && `${filled} filled, rows of ${heights} px, ${scrolls}`
    },
  },
  {
    name: 'fields are as high as each other and as far apart',
    office: [
      '/AdminProduct?add=1#a-new-product-refused /AdminCarousel?add=1#a-new-photo /dashboard#password /dashboard#system',
    ],
    see: ({ look: { all, seen, box } }) => {
      const [within, high, below] = [new Set<number>(), new Set<number>(), new Set<number>()]
      for (const field of seen('dialog[open] .field:not(.inline)')) {
        const [label, control] = [all('.field-label', field)[0], all('input.input, select.input', field)[0]]
        if (!label || !control || control.getClientRects().length === 0) continue
        within.add(Math.round(box(control).top - box(label).bottom))
        high.add(Math.round(box(control).height))
        const next = field.nextElementSibling?.matches('.field:not(.inline)') && field.nextElementSibling.children[0]
        if (next) below.add(Math.round(box(next).top - box(control).bottom))
      }
      const found = [within, high, below].map((each) => [...each].join(' ')).join()
      return found !== '4,40,32' && found
    },
  },
  {
    name: 'what an empty list says is in the middle of its frame',
    office: ['/AdminCase?show=trash', '1440x1080 1440x500'],
    see: ({ look: { all, seen, box } }) => {
      const words = seen('.data *')
        .filter((each) => each.textContent === '回收站是空的')
        .at(-1)
      const [frame] = seen('.data').map(box)
      if (!words || !frame) return 'it says nothing'
      const isInside = box(words).top > frame.top + 100 && box(words).bottom < frame.bottom - 40
      const scrolls = all('.data-box').some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight)
      return (!isInside || scrolls || frame.height !== innerHeight - 219) && `at ${box(words).top}`
    },
  },
  {
    name: 'a question begins at 取消, which is not filled beside 删除',
    office: ['/AdminProduct#a-question'],
    see: () => {
      const button = document.activeElement
      const ground = button && getComputedStyle(button).backgroundColor
      return (
        (button?.textContent !== '取消' || ground !== 'rgb(255, 255, 255)') && `${button?.textContent} on ${ground}`
      )
    },
  },
  {
    name: 'cards are as short as those of leads, without a number',
    officePhone: ['/AdminProduct /AdminNews /AdminCase /AdminCarousel /log'],
    see: ({ look: { seen, box } }) => {
      const [card] = seen('tbody tr[data-id]')
      // A row that can be moved has its handle.
      const numbers = seen('td[data-column=index]').filter(({ innerText }) => /\d|序号/.test(innerText))
      return !(card && box(card).height <= 118 && numbers.length === 0) && `${card && box(card).height} px`
    },
  },
  {
    name: 'the search takes two rows, 导入 a third, and the first card is in view',
    officePhone: [lists, '390x844 320x844'],
    see: ({ path, look: { seen, box } }) => {
      const [bar, card] = ['.search-bar', 'tbody tr[data-id]'].map((each) => seen(each)[0])
      if (!bar || !card) return 'there is none'
      const isShort = box(bar).height <= (path === '/AdminCarousel' ? 2 : 3) * 52
      return !(isShort && box(card).bottom <= 844) && `${box(bar).height} px high, a card ends at ${box(card).bottom}`
    },
  },
  {
    name: 'with letters of twice the size the shortcuts are whole',
    officePhone: ['/dashboard'],
    see: ({ look: { seen } }) => {
      const { style } = document.documentElement
      style.fontSize = '200%'
      const isWhole = seen('.dashboard-shortcuts').every((each) => each.scrollWidth <= each.clientWidth)
      style.fontSize = ''
      return !isWhole && 'they are cut'
    },
  },
]
