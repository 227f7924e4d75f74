import { expect, test } from 'vitest'
import { whileSaying } from './progress.ts'

test('long work names its limit and its time so far, and is silent after its end', async () => {
  const said: string[] = []
  const output = { say: (line: string) => void said.push(line) }
  const isLong = () => expect.poll(() => said.length).toBeGreaterThan(2)
  await whileSaying(output, 'Installing packages', 900_000, isLong, 5)
  const [first, ...later] = said
  expect(first).toBe('Installing packages, for up to 15 min 0 s …')
  for (const line of later) expect(line).toMatch(/^Installing packages: \d\.\d s so far …$/)
  const end = whileSaying(output, 'Running test', 90_000, () => Promise.reject(new Error('No.')), 1)
  await expect(end).rejects.toThrow('No.')
  expect(said.at(-1)).toBe('Running test, for up to 1 min 30 s …')
})
