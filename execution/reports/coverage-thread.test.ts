import { expect, test } from 'vitest'
import { judgeCoverageInThread } from './coverage-thread.ts'
import { judgeCoverage } from '../../packages/verdict/coverage/judge-coverage.ts'

test('a thread of its own reads the same result', async () => {
  const left = {
    format: 'go' as const,
    root: '/worktree',
    module: 'example.com/shop',
    texts: [
      {
        folder: '',
        text: 'mode: set\nexample.com/shop/cart.go:4.24,5.11 1 1\nexample.com/shop/cart.go:5.11,7.3 1 0\n',
      },
    ],
    added: new Map([['cart.go', [4, 6]]]),
    programs: new Set(['cart.go']),
  }
  const judged = await judgeCoverageInThread(left, 'sandbox', new AbortController().signal)
  expect(judged).toEqual(judgeCoverage(left))
  expect(judged).toMatchObject({ changed: { linesCovered: 1, linesTotal: 2 } })
})
