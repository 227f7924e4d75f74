import type { FolderFile } from '../../../parts/scan/tar.ts'

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

export const sampleName = 'word-count'

/** A small repository whose tests pass, to try a first change on. */
export const sampleFiles = (): readonly FolderFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, content: new Blob([text]) }))

/** A change of the sample, with its files as code blocks, so that the offline model can carry it out too. */
export const sampleChange = `Add countLines, which tells how many lines a text has

An empty text has none. A test says so.

\`\`\`file lines.js
/** How many lines a text has. */
export const countLines = (text) => (text === '' ? 0 : text.split('\\n').length)
\`\`\`

\`\`\`file lines.test.js
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countLines } from './lines.js'

test('lines are counted, and an empty text has none', () => {
  assert.equal(countLines('one\\ntwo'), 2)
  assert.equal(countLines(''), 0)
})
\`\`\`
`
