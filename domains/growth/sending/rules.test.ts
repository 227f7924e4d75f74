import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limitPassedBy, decide, type SendFacts, nextTry, tries } from './rules/send-decision.ts'
import { readToken, writeToken } from './unsubscribe-link.ts'

test('complaints above 0.1 % and bounces above 3 % pause a play from 200 mails on, and the second complaint before', () => {
  expect(limitPassedBy({ sent: 199, bounces: 100, complaints: 1 })).toBeUndefined()
  expect(limitPassedBy({ sent: 10, bounces: 0, complaints: 2 })).toBe('complaints')
  expect(limitPassedBy({ sent: 200, bounces: 0, complaints: 1 })).toBe('complaints')
  expect(limitPassedBy({ sent: 1_000, bounces: 30, complaints: 1 })).toBeUndefined()
  expect(limitPassedBy({ sent: 1_000, bounces: 31, complaints: 1 })).toBe('bounces')
})

test('a failed hand-over is tried again later and later, and not for ever', () => {
  const at = new Date('2026-11-25T10:00:00Z')
  const waits = Array.from({ length: tries.most - 1 }, (_, attempt) => nextTry(at, attempt + 1)!.getTime())
  expect(waits.toSorted((one, other) => one - other)).toEqual(waits)
  expect(nextTry(at, tries.most)).toBeUndefined()
})

const good: SendFacts = {
  isProjectArchived: false,
  isPlayRunning: true,
  leadRefusal: undefined,
  isLeadQueued: true,
  isSequenceStopped: false,
  hasUndecidedReply: false,
  wasPreviousSent: true,
  needsApproval: true,
  isApprovedByPerson: true,
  need: undefined,
  doCitationsResolve: true,
}

test('a mail is sent only if nothing at all speaks against it', () =>
  fc.assert(
    fc.property(
      fc.record({
        isProjectArchived: fc.boolean(),
        isPlayRunning: fc.boolean(),
        leadRefusal: fc.constantFrom(
          undefined,
          'opted_out' as const,
          'suppressed' as const,
          'lookup_required' as const,
          'refused_before' as const,
        ),
        isLeadQueued: fc.boolean(),
        isSequenceStopped: fc.boolean(),
        hasUndecidedReply: fc.boolean(),
        wasPreviousSent: fc.boolean(),
        needsApproval: fc.boolean(),
        isApprovedByPerson: fc.boolean(),
        need: fc.constantFrom(undefined, 'postal_address' as const, 'mailbox_dns' as const),
        doCitationsResolve: fc.boolean(),
      }),
      (facts) => {
        const isGood =
          !facts.isProjectArchived &&
          facts.isPlayRunning &&
          facts.leadRefusal === undefined &&
          facts.isLeadQueued &&
          !facts.isSequenceStopped &&
          !facts.hasUndecidedReply &&
          facts.wasPreviousSent &&
          (facts.isApprovedByPerson || !facts.needsApproval) &&
          facts.need === undefined &&
          facts.doCitationsResolve
        expect(decide(facts).kind === 'send').toBe(isGood)
      },
    ),
  ))

test('a lasting failure ends the sequence, and a failure that a person can mend lets the mail wait or comes back to them', () => {
  expect(decide({ ...good, isPlayRunning: false, leadRefusal: 'suppressed' })).toEqual({
    kind: 'stop',
    reason: 'suppressed',
  })
  expect(decide({ ...good, hasUndecidedReply: true })).toEqual({ kind: 'wait', reason: 'undecided_reply' })
  expect(decide({ ...good, leadRefusal: 'region_excluded' }).kind).toBe('stop')
  expect(decide({ ...good, leadRefusal: 'refused_before' })).toEqual({ kind: 'wait', reason: 'refused_before' })
  expect(decide({ ...good, leadRefusal: 'lookup_required' }).kind).toBe('wait')
  expect(decide({ ...good, wasPreviousSent: false }).kind).toBe('wait')
  expect(decide({ ...good, need: 'mailbox_dns' })).toEqual({ kind: 'hold', reason: 'mailbox_dns' })
  expect(decide({ ...good, isApprovedByPerson: false })).toEqual({ kind: 'return', reason: 'approval_needed' })
  expect(decide({ ...good, doCitationsResolve: false })).toEqual({ kind: 'return', reason: 'citation_unresolved' })
})

test('tokens are read as they were written, and no other text is one', () => {
  fc.assert(
    fc.property(
      fc.uuid({ version: 7 }),
      fc.uuid({ version: 7 }),
      fc.stringMatching(/^[0-9a-f]{64}$/),
      fc.option(fc.stringMatching(/^[0-9a-f]{64}$/)),
      (workspace, leadId, hash, addressHash) => {
        const token = writeToken({ workspace, leadId, addressHash }, hash)
        expect(token).toHaveLength(addressHash === null ? 64 : 107)
        expect(readToken(token)).toEqual({ workspace, leadId, addressHash, mac: hash.slice(0, 32) })
      },
    ),
  )
  fc.assert(
    fc.property(fc.string({ maxLength: 110 }), (text) => {
      const read = readToken(text)
      if (read) expect([64, 107]).toContain(text.length)
    }),
  )
})
