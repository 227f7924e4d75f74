import { expect, test } from 'vitest'
import { patchesOf } from './read-evidence.ts'

const evidence = { taskId: 'a', patchTruncated: false, files: [], checks: [], verdict: null }

test('a change is shown as its patch, and as the delivered files if it has none', () => {
  expect(patchesOf([{ ...evidence, patch: '+one', archive: null }])).toBe('# Task a\n+one')
  const files = [
    { path: 'index.html', content: '<h1>Shop</h1>' },
    { path: 'logo.png', content: null },
  ]
  const lines = patchesOf([{ ...evidence, patch: null, archive: { files, truncated: true } }]).split('\n')
  expect(lines.slice(2)).toEqual([
    '# File index.html',
    '<h1>Shop</h1>',
    '# File logo.png',
    '# Not shown.',
    '# There are more files.',
  ])
})
