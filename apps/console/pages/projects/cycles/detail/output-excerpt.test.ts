import { expect, test } from 'vitest'
import { outputExcerpt } from './output-excerpt.ts'

test('the excerpt of a stack trace begins with its error', () => {
  const output = [
    'Exit code 1',
    'node:internal/modules/cjs/loader:1568',
    '  throw err;',
    '  ^',
    '',
    "Error: Cannot find module '/worktree/print-ticket.js'",
    '    at Module._resolveFilename (node:internal/modules/cjs/loader:1564:15)',
    "  code: 'MODULE_NOT_FOUND',",
    '}',
    'Node.js v24.21.0',
  ].join('\n')
  expect(outputExcerpt(output, 3).split('\n')).toEqual([
    "Error: Cannot find module '/worktree/print-ticket.js'",
    '    at Module._resolveFilename (node:internal/modules/cjs/loader:1564:15)',
    "  code: 'MODULE_NOT_FOUND',",
  ])
})

test('the excerpt of an output without a known error is its end', () => {
  expect(outputExcerpt('one\ntwo\nthree\nfour\n', 2)).toBe('three\nfour')
  expect(outputExcerpt('one', 2)).toBe('one')
})
