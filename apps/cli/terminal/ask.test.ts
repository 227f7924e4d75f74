import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'

const answers: readonly (readonly [typed: string, confirms: boolean])[] = [
  ['\n', false],
  ['n\n', false],
  ['no\n', false],
  ['perhaps\n', false],
  ['y\n', true],
  ['YES\n', true],
]

test('y and yes confirm, and no other answer does', async () => {
  const script = `const { confirm } = await import(process.argv[1])
    for (;;) console.log(await confirm('Go on?', new AbortController().signal))`
  const argv = ['--input-type=module', '--eval', script, join(import.meta.dirname, 'ask.ts')]
  const child = spawn(process.execPath, argv, { stdio: ['pipe', 'pipe', 'ignore'] })
  const exited = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })
  const said: (readonly [string, boolean])[] = []
  for (const [typed] of answers) {
    child.stdin.write(typed)
    const [line] = (await once(lines, 'line')) as [string]
    said.push([typed, line === 'true'])
  }
  child.kill()
  await exited
  expect(said).toEqual(answers)
})
