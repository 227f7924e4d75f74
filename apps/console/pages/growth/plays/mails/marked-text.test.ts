import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isClaim, markedText, sourcesIn, type Citation } from './marked-text.ts'

const cited = (sentence: string, source: Citation['source'] = 'page'): Citation => ({
  sentence,
  source,
  sourceId: null,
  sourceName: null,
  quote: sentence,
})

test('sentences are marked with their sources, in the order of the text', () => {
  const body = 'Hello Ada,\n\nwe build web shops. May we call?'
  const citations = [cited('May we call?', 'person'), cited('we build web shops.')]
  const pieces = markedText(body, citations)
  expect(pieces.map(({ text, citation }) => [text, citation?.source])).toEqual([
    ['Hello Ada,\n\n', undefined],
    ['we build web shops.', 'page'],
    [' ', undefined],
    ['May we call?', 'person'],
  ])
  expect(sourcesIn(pieces)).toEqual([citations[1]])
})

test('a sentence that the text has no more, and one within another, is not marked', () => {
  expect(markedText('One. Two.', [cited('Three.')])).toEqual([{ text: 'One. Two.' }])
  const pieces = markedText('One and two.', [cited('two.'), cited('One and two.')])
  expect(pieces.map(({ text }) => text)).toEqual(['One and two.'])
})

test('the pieces are the text', () =>
  fc.assert(
    fc.property(
      fc.string({ maxLength: 60 }),
      fc.array(fc.tuple(fc.nat(60), fc.nat(20)), { maxLength: 6 }),
      (body, cuts) => {
        const citations = cuts.map(([from, length]) => cited(body.slice(from, from + length)))
        expect(
          markedText(body, citations)
            .map(({ text }) => text)
            .join(''),
        ).toBe(body)
      },
    ),
  ))

test.each([
  ['We build small web shops.', true],
  ['“We are the best!”', true],
  ['Hello Yusuf,', false],
  ['May we show you one?', false],
  ['Ada Northwind', false],
])('%s is a claim: %s', (sentence, expected) => {
  expect(isClaim(sentence)).toBe(expected)
})
