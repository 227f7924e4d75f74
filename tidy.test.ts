import { expect, test } from 'vitest'
import { countForms, findingsOf, readTree, ruleNames, sentenceOf } from './testing/tidy/index.ts'

const tree = readTree(import.meta.dirname)

test.each(ruleNames)('the repository follows the rule: %s', (name) => {
  const broken = findingsOf(tree, name).map(sentenceOf)
  expect(broken.length, `\n${broken.join('\n')}\n`).toBe(0)
})

// A limit for all of them together: lower it when there are fewer.
const formsMost = 950

test('comments, titles of tests and help texts have few of the forms that plain words replace', () => {
  const counts = [...countForms(tree)]
  const table = counts.map(([name, count]) => `${name}: ${count}`).join('\n')
  expect(
    counts.reduce((sum, [, count]) => sum + count, 0),
    `\n${table}\n`,
  ).toBeLessThanOrEqual(formsMost)
})
