import type { Node } from '@babel/types'
import { spanOf, type Edit } from '../javascript/program.ts'

const letters = (text: string) => Array.from(text)
const swapCase = (text: string) =>
  letters(text)
    .map((letter) => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))
    .join('')

type NumberChange = (value: number) => number
type TextChange = (text: string) => string

/**
 * The difference between a copy's inputs and the test's inputs. A value that occurs twice is altered twice the same
 * way.
 */
interface Alteration {
  readonly number?: NumberChange
  readonly text?: TextChange
  readonly isArrayShorter?: boolean
}

const numbers = [
  (value) => value + 1,
  (value) => value - 1,
  (value) => value * 2,
  // Two numbers with only the other sign would have an equal product.
  (value) => -value - 1,
] as const satisfies readonly NumberChange[]
const texts = [
  swapCase,
  (text) => `${text}${text.slice(0, 1) || 'x'}`,
  (text) => letters(text).toReversed().join(''),
  () => '',
] as const satisfies readonly TextChange[]

// Where there are both, most alterations leave one kind: two wrong arguments end in an error that hides each of them.
const alterations = (hasNumbers: boolean, hasTexts: boolean): readonly Alteration[] => {
  if (!hasTexts) return numbers.map((number, at) => ({ number, isArrayShorter: at === 2 }))
  if (!hasNumbers) return texts.map((text, at) => ({ text, isArrayShorter: at === 2 }))
  return [
    { number: numbers[0] },
    { text: texts[0] },
    { number: numbers[2], isArrayShorter: true },
    { number: numbers[1], text: texts[1] },
  ]
}

/** The edits of four copies of a test, only by its own inputs. */
export const alteredInputs = (text: string, inputs: readonly Node[]): readonly (readonly Edit[])[] => {
  const hasNumbers = inputs.some(({ type }) => type === 'NumericLiteral')
  const hasTexts = inputs.some(({ type }) => type === 'StringLiteral' || type === 'TemplateLiteral')
  return alterations(hasNumbers, hasTexts).map((alteration) => {
    const removed = alteration.isArrayShorter ? inputs.flatMap((node) => lastElement(node) ?? []) : []
    const outer = removed.filter((edit) => !removed.some((other) => other !== edit && contains(other, edit)))
    const changed = inputs.flatMap((node) => changedInput(node, alteration, text) ?? [])
    return [...outer, ...changed.filter((edit) => !outer.some((other) => contains(other, edit)))]
  })
}

type EditSpan = Pick<Edit, 'start' | 'end'>
export const contains = (outer: EditSpan, inner: EditSpan): boolean =>
  outer.start <= inner.start && inner.end <= outer.end

const changedInput = (node: Node, { number, text }: Alteration, source: string): Edit | undefined => {
  const { start, end } = spanOf(node)
  if (node.type === 'NumericLiteral' && number) {
    const value = number(node.value)
    return { start, end, text: value < 0 || Object.is(value, -0) ? `(${literalOf(value)})` : literalOf(value) }
  }
  if (node.type === 'StringLiteral' && text) return { start, end, text: JSON.stringify(text(node.value)) }
  if (node.type !== 'TemplateLiteral' || !text) return undefined
  const [quasi] = node.quasis
  return { start, end, text: JSON.stringify(text(quasi?.value.cooked ?? source.slice(start + 1, end - 1))) }
}

const literalOf = (value: number) => (Object.is(value, -0) ? '-0' : Number.isFinite(value) ? String(value) : '1e308')

const lastElement = (node: Node): Edit | undefined => {
  if (node.type !== 'ArrayExpression') return undefined
  const [before, last] = node.elements.slice(-2)
  return before && last ? { start: spanOf(before).end, end: spanOf(last).end, text: '' } : undefined
}
