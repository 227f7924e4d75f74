import { expect, test } from 'vitest'
import { findingsOf, readTree, ruleNames, sentenceOf } from './testing/tidy/index.ts'

const tree = readTree(import.meta.dirname)

test.each(ruleNames)('the house is tidy: %s', (name) => {
  const broken = findingsOf(tree, name).map(sentenceOf)
  expect(broken.length, `\n${broken.join('\n')}\n`).toBe(0)
})
