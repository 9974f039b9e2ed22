import { it } from 'node:test'
import { cleaned } from '../../media/checker.ts'
import { nastyDocument } from '../../media/pieces.ts'

/** For a long run: `ROUNDS=1700000 node --import tsx --test test/full/media/fuzz.test.ts`. */
const rounds = Number(process.env.ROUNDS ?? 6000)

it('any random document becomes one that the policy allows and that cleaning again does not change', () => {
  for (let seed = 0; seed < rounds; seed++) cleaned(nastyDocument(seed))
})

it('every short sequence of tags that move other elements becomes such a document too', () => {
  const pieces = [
    '<p>',
    '</p>',
    '<table>',
    '</table>',
    '<tr>',
    '<td>',
    '<caption>',
    '<b>',
    '</b>',
    '<a href=/>',
    '</a>',
    '<li>',
    '<ul>',
    '<pre>',
    '\n',
    'x',
    ' ',
    '<h1>',
    '<svg>',
    '<select>',
    '<details>',
    '<summary>',
    '</details>',
    '<div>',
    '</div>',
    '<button>',
    '<col>',
    '<template>',
    '<math><mi>',
    '<marquee>',
  ]
  for (const a of pieces) for (const b of pieces) for (const c of pieces) cleaned(a + b + c)
})
