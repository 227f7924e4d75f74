import type { FolderFile } from '../../parts/scan/tar.ts'

const texts: Readonly<Record<string, string>> = {
  'README.md': `# word-count

Counts the words of a text.

    node --test
`,
  'package.json': `{
  "name": "word-count",
  "version": "1.0.0",
  "private": true,
  "type": "module",
  "scripts": { "test": "node --test" }
}
`,
  'count.js': `/** How many words a text has. */
export const countWords = (text) => text.split(/\\s+/).filter((word) => word !== '').length
`,
  'count.test.js': `import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countWords } from './count.js'

test('words are counted between spaces and line ends', () => {
  assert.equal(countWords('one two\\nthree'), 3)
})

test('a text without words has none', () => {
  assert.equal(countWords('  '), 0)
})
`,
}

/** A small repository whose tests pass, to try a first change on. */
export const sampleFiles = (): readonly FolderFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, content: new Blob([text]) }))
