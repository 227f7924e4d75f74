import { blocksOf, type Block } from '../text/prose-blocks.ts'

const optionsMost = 9
const charactersMost = 200

type ListBlock = Extract<Block, { readonly is: 'list' }>

/**
 * The options that a question lists, for buttons; none if it has no list, or more than one. A list with dots counts
 * only as the end of a question: elsewhere it may list findings.
 */
export const questionOptions = (question: string): string[] => {
  const blocks = blocksOf(question)
  const lists = blocks.filter((block): block is ListBlock => block.is === 'list')
  const [list] = lists
  if (!list || lists.length > 1) return []
  const isEnd = blocks.at(-1) === list && asks(blocks[blocks.indexOf(list) - 1])
  if (list.isNumbered ? !blocks.some(asks) : !isEnd) return []
  const options = list.items.map((spans) =>
    spans
      .map(({ text }) => text)
      .join('')
      .trim(),
  )
  const fits = options.length >= 2 && options.length <= optionsMost
  return fits && options.every((option) => option !== '' && option.length <= charactersMost) ? options : []
}

const asks = (block: Block | undefined): boolean =>
  block?.is === 'text' && block.lines.some((spans) => /[?？]\s*$/.test(spans.map(({ text }) => text).join('')))
