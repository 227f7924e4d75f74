import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const confirmed = (typed: string) => {
  const script = `const { confirm } = await import(process.argv[1])
    console.log(await confirm('Go on?', new AbortController().signal))`
  const argv = ['--input-type=module', '--eval', script, join(import.meta.dirname, 'ask.ts')]
  return execFileSync(process.execPath, argv, { input: typed, stdio: ['pipe', 'pipe', 'ignore'] })
    .toString()
    .trim()
}

test.each(['\n', 'n\n', 'no\n', 'perhaps\n'])('an answer of %j does not confirm', (typed) => {
  expect(confirmed(typed)).toBe('false')
})

test.each(['y\n', 'YES\n'])('an answer of %j confirms', (typed) => {
  expect(confirmed(typed)).toBe('true')
})
