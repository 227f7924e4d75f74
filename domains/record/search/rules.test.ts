import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf, folded, onePerChange, snippetOf, storedKinds } from './rules.ts'

const text = (parts: readonly { readonly text: string }[]) => parts.map((part) => part.text).join('')

test('a snippet is a short piece of its text, and marks exactly words that begin with one of the search', () => {
  const word = fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom('a', 'B', 'é', '日', '7', '_') })
  const between = fc.constantFrom(' ', ', ', '\n', ' <b> ', ' – ')
  const said = fc.array(fc.tuple(word, between), { maxLength: 80 }).map((all) => all.flat().join(''))
  fc.assert(
    fc.property(said, fc.array(word, { minLength: 1, maxLength: 3 }), (whole, sought) => {
      const words = sought.map(folded)
      const parts = snippetOf(whole, words)
      const line = whole.replaceAll(/\s+/g, ' ').trim()
      expect(line).toContain(text(parts).replace(/^… /, '').replace(/…$/, ''))
      expect(text(parts).length).toBeLessThanOrEqual(203)
      for (const part of parts)
        if (part.isHit) expect(words.some((one) => folded(part.text).startsWith(one))).toBe(true)
    }),
  )
})

test('a snippet begins before its first hit, and marks its cuts', () => {
  const parts = snippetOf(`${'Before. '.repeat(50)}Then the Rounding of sums. ${'After. '.repeat(50)}`, ['round'])
  expect(parts.find(({ isHit }) => isHit)?.text).toBe('Rounding')
  expect(text(parts)).toMatch(/^… .*Then the Rounding of sums\. .*…$/)
  expect(snippetOf('Short.', ['round'])).toEqual([{ text: 'Short.', isHit: false }])
})

test('a snippet marks the sought text in a script without spaces, and no more', () => {
  const hits = (whole: string, ...words: string[]) =>
    snippetOf(whole, words.map(folded)).map(({ text: part, isHit }) => (isHit ? `[${part}]` : part))
  expect(hits('漢字プロジェクトの計画', 'プロ', '計画')).toEqual(['漢字', '[プロ]', 'ジェクトの', '[計画]'])
  expect(hits('新v2計画', 'v2', '2')).toEqual(['新', '[v2]', '計画'])
  expect(hits('ﾌﾟﾛ計画', 'プロ')).toEqual(['[ﾌﾟﾛ計画]'])
})

test('an excerpt has no marks of Markdown and edits, and prefers sentences to code', () => {
  const shown = (whole: string, word: string) => text(excerptOf(whole, [word]))
  const edit = '```edit page.js\n<<<<<<< find\n<ul>products</ul>\n=======\n<ol></ol>\n>>>>>>> replace\n```'
  expect(shown(`## List the **products**\n\n${edit}`, 'products')).toBe('List the products')
  expect(shown(`List them.\n\n${edit}`, 'products')).toBe('List them. <ul>products</ul> <ol></ol>')
  expect(shown(edit, 'none')).toBe('<ul>products</ul> <ol></ol>')
  expect(shown('| Street | |\n|---|:-:|\n| | 1 Harbour Street |', 'harbour')).toBe('Street 1 Harbour Street')
})

test('a change is one hit, the best of its cycle and tasks; messages and other changes stay', () => {
  const rows = [
    { kind: 'task', cycleId: 'a' },
    { kind: 'message', cycleId: 'a' },
    { kind: 'cycle', cycleId: 'a' },
    { kind: 'cycle', cycleId: 'b' },
    { kind: 'project', cycleId: null },
    { kind: 'task', cycleId: 'b' },
  ]
  expect(onePerChange(rows)).toEqual([rows[0], rows[1], rows[3], rows[4]])
})

test('only the agency searches the messages to agents and from them', () => {
  expect(storedKinds(undefined, true)).toEqual(['project', 'cycle', 'task', 'message', 'answer', 'document'])
  expect([storedKinds('document', true), storedKinds('document', false)]).toEqual([['document'], []])
  expect(storedKinds('client', true)).toEqual([])
  expect(storedKinds(undefined, false)).toEqual(['project', 'cycle', 'task', 'message'])
  expect([storedKinds('message', false), storedKinds('message', true)]).toEqual([['message'], ['message', 'answer']])
})
