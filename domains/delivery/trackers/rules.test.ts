import { retryPauseMs } from '../../../platform/waiting/index.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cycleStatuses } from '../cycles/rules.ts'
import { attemptsMost, isStopWord, postOfRequest, postOfStatus } from './rules.ts'

const address = 'https://atelier.example.com/projects/a/cycles/b'

test('a conversation gets a status of a run once, with the address of its cycle', () => {
  fc.assert(
    fc.property(fc.constantFrom(...cycleStatuses), fc.nat(5), (status, runNumber) => {
      const told = { status, runNumber, failure: undefined, address }
      const post = postOfStatus({ ...told, toldStatus: null })
      if (post) expect(post.body).toContain(address)
      expect(postOfStatus({ ...told, toldStatus: post?.key ?? null })).toEqual(post ? undefined : post)
    }),
  )
})

test('a question asks for an answer in the conversation, and an approval does not', () => {
  const asked = { id: 'a', title: 'Which one?', question: 'One or two?' }
  expect(postOfRequest({ ...asked, requestType: 'question' }, address)).toMatchObject({ kind: 'elicitation' })
  const approval = postOfRequest({ ...asked, requestType: 'approval' }, address)
  expect(approval.kind).toBe('thought')
  expect(approval.body).not.toContain('Answer here')
})

test('pauses grow to an hour', () => {
  expect([1, 2, attemptsMost].map(retryPauseMs)).toEqual([30_000, 60_000, 3_600_000])
})

test('a stop is only that word, and not an answer that contains it', () => {
  expect(['stop', 'Stop.', ' STOPP! ', '\nstop\n'].map(isStopWord)).toEqual([true, true, true, true])
  const others = ['', 'Stop the banner from moving.', 'stopped', 'Do not stop', 'stop?']
  expect(others.map(isStopWord)).toEqual(others.map(() => false))
})
