import { blocksOf } from '../../contract/merge.ts'
import { plainText } from '../../contract/plainText.ts'

/** The questions and answers of a rich text that has at least two of them, and nothing else but headings; else none. */
export function questionsIn(html: string): { question: string; answer: string }[] {
  const isShown = (block: string): boolean => plainText(block) !== '' || /<(?:img|video|hr)\b/.test(block)
  const blocks = blocksOf(html).map(({ key }) => key).filter((block) => isShown(block) && !/^<h[1-6][ >]/.test(block))
  const questions = blocks.flatMap((block) => {
    const [, question = '', answer = ''] = /^<details><summary>(.*?)<\/summary>(.*)<\/details>$/s.exec(block) ?? []
    const texts = { question: plainText(question), answer: plainText(answer) }
    return texts.question && texts.answer ? [texts] : []
  })
  return questions.length === blocks.length && questions.length > 1 ? questions : []
}
