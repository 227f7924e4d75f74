import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moveOfProtected, planProtected, syncedAfter, type ProtectedSides } from './protected-plan.ts'

const content = fc.constantFrom('one', 'two', 'three', undefined)
const files: fc.Arbitrary<ProtectedSides> = fc.record({
  path: fc.constant('.env'),
  synced: content,
  here: content,
  there: content,
  isOccupied: fc.boolean(),
  isSecrets: fc.boolean(),
})

test('a file here is written over only if it is unchanged since both sides had it', () =>
  fc.assert(
    fc.property(files, (file) => {
      if (moveOfProtected(file) !== 'pull') return
      expect([undefined, file.synced]).toContain(file.here)
      expect([file.isOccupied, file.there === undefined]).toEqual([false, false])
    }),
  ))

test('a file of the project is replaced only if it is unchanged since both sides had it', () =>
  fc.assert(
    fc.property(files, (file) => {
      const move = moveOfProtected(file)
      if (move === 'push') expect([file.there, file.isSecrets]).toEqual([file.synced, false])
      if (move === 'offer') expect(file.there).toBe(undefined)
      if (['push', 'offer'].includes(move)) expect(file.here).not.toBe(undefined)
    }),
  ))

test('after a sync a second one moves nothing, and content that both sides changed stays in place', () =>
  fc.assert(
    fc.property(files, (file) => {
      const plan = planProtected([file])
      const move = moveOfProtected(file)
      const goes = move === 'push' || move === 'offer'
      const pushed = goes ? { [file.path]: file.here! } : {}
      const synced = syncedAfter(plan, { pulled: true, pushed })[file.path]
      const here = move === 'pull' ? file.there : file.here
      const there = goes ? file.here : file.there
      const next = moveOfProtected({ ...file, synced, here, there })
      expect(['pull', 'push', 'offer']).not.toContain(next)
      if (move === 'both_changed') expect(next).toBe('both_changed')
    }),
  ))

test('an offer that was not taken up stays an offer, and a file that was dropped from the project is not sent again', () => {
  const file = { path: '.env', isOccupied: false, isSecrets: false }
  const fresh = { ...file, synced: undefined, here: 'one', there: undefined }
  expect(syncedAfter(planProtected([fresh]), { pulled: true, pushed: {} })).toEqual({})
  const dropped = { ...file, synced: 'one', here: 'one', there: undefined }
  expect(moveOfProtected(dropped)).toBe('gone_there')
  expect(syncedAfter(planProtected([dropped]), { pulled: true, pushed: {} })).toEqual({ '.env': 'one' })
})
