import { expect, test } from 'vitest'
import { openSolitude } from './solitude.ts'

/** Steps by name: `begun` in their order, each until `end`. */
const scene = () => {
  const solitude = openSolitude()
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const step = (name: string) => () =>
    new Promise<void>((resolve) => {
      begun.push(name)
      ends.set(name, resolve)
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return { solitude, begun, step, settled, end: (name: string) => ends.get(name)!() }
}

test('an exclusive step begins after the others have ended, and none begins before its end', async () => {
  const { solitude, begun, step, settled, end } = scene()
  const never = new AbortController().signal
  const before = solitude.beside(step('before'))
  const alone = solitude.alone(never, step('alone'))
  const after = solitude.beside(step('after'))
  await settled()
  expect([begun, solitude.isWanted]).toEqual([['before'], true])
  end('before')
  await before
  await settled()
  expect(begun).toEqual(['before', 'alone'])
  end('alone')
  await alone
  await settled()
  expect([begun, solitude.isWanted]).toEqual([['before', 'alone', 'after'], false])
  end('after')
  await after
})

test('a step that is stopped while it waits for its exclusive turn stops waiting', async () => {
  const { solitude, begun, step, settled, end } = scene()
  const stop = new AbortController()
  const before = solitude.beside(step('before'))
  const alone = solitude.alone(stop.signal, step('stopped'))
  stop.abort()
  await settled()
  expect(begun).toEqual(['before', 'stopped'])
  end('stopped')
  end('before')
  await Promise.all([before, alone])
})
