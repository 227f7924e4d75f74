import { expect, test } from 'vitest'
import { cpuTime } from '../../testing/runner/costs.ts'
import { quietText } from './pull-requests.ts'

const seen = (text: string) => text.replaceAll('\u2060', '|')

test.each([
  ['Ask @acme/team and @grace.', 'Ask @|acme/team and @|grace.'],
  ['grace@example.com', 'grace@example.com'],
  ['Fixes #1, closes acme/shop#2', 'F|ixes #1, c|loses acme/shop#2'],
  ['RESOLVED: https://github.com/acme/shop/issues/1', 'R|ESOLVED: https://github.com/acme/shop/issues/1'],
  ['Implements !4, fix GH-5, completes SHOP-12', 'I|mplements !4, f|ix GH-5, c|ompletes SHOP-12'],
  ['Fix the VAT line. Close the dialog.', 'Fix the VAT line. Close the dialog.'],
  ['Done.\n/merge\n  /close', 'Done.\n|/merge\n  |/close'],
  ['<!-- atelier 1 -->', '<!-- atelier 1 -->'],
] as const)('%j goes into a host as %j', (text, expected) => {
  expect(seen(quietText(text))).toBe(expected)
})

test('a text at its longest is read within half a second', () => {
  const started = cpuTime().ownMs
  for (const piece of ['fixes ', 'fixes a.', '@', '@@a', '\n/', ' \t'])
    quietText(piece.repeat(Math.ceil(40_000 / piece.length)))
  quietText(`fixes ${'a/'.repeat(20_000)}`)
  expect(cpuTime().ownMs - started).toBeLessThan(500)
})
