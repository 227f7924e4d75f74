import { expect, test } from 'vitest'
import { findingsOf, readTree, ruleNames, sentenceOf } from './testing/tidy/index.ts'

const tree = readTree(import.meta.dirname)

test.each(ruleNames)('the repository follows the rule: %s', (name) => {
  const broken = findingsOf(tree, name).map(sentenceOf)
  expect(broken.length, `\n${broken.join('\n')}\n`).toBe(0)
})
