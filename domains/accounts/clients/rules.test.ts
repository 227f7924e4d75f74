import fc from 'fast-check'
import { expect, test } from 'vitest'
import { effectivePermission, grantFaults, mayCreate, mayPropose, proposalOf } from './rules.ts'

const seats = fc.uniqueArray(
  fc.record({ clientAccountId: fc.uuid(), canCreateProjects: fc.boolean(), name: fc.string() }),
  { maxLength: 4, selector: ({ clientAccountId }) => clientAccountId },
)
const override = fc.constantFrom(undefined, null, true, false)

test('a client’s new project goes to the account with the permission', () =>
  fc.assert(
    fc.property(seats, override, fc.boolean(), fc.option(fc.nat(5), { nil: undefined }), (all, own, byDefault, at) => {
      const named = at === undefined ? undefined : (all[at]?.clientAccountId ?? 'somewhere else')
      const proposal = proposalOf({ named, seats: all, override: own, byDefault })
      if (typeof proposal === 'object') {
        expect(all).toContain(proposal)
        expect(own ?? proposal.canCreateProjects).toBe(true)
        expect([undefined, proposal.clientAccountId]).toContain(named)
      }
      if (proposal === 'agency')
        expect([named, own !== undefined && effectivePermission(own, byDefault)]).toEqual([undefined, true])
      if (proposal === 'absent') expect(all.map(({ clientAccountId }) => clientAccountId)).not.toContain(named)
    }),
  ))

test('shows a client whether they may create a project anywhere', () =>
  fc.assert(
    fc.property(seats, override, fc.boolean(), (all, own, byDefault) => {
      const places = { seats: all, override: own, byDefault }
      const anywhere = [undefined, ...all.map(({ clientAccountId }) => clientAccountId)]
        .map((named) => proposalOf({ ...places, named }))
        .some((proposal) => typeof proposal === 'object' || proposal === 'agency')
      expect(mayPropose(places)).toBe(anywhere)
      const seatAllows = all.some(({ canCreateProjects }) => canCreateProjects)
      const person = { override: own ?? null, isPortalClient: own !== undefined, seatAllows }
      expect(mayCreate(person, byDefault)).toBe(anywhere)
    }),
  ))

test('an override applies, and otherwise the current default', () => {
  expect([effectivePermission(null, true), effectivePermission(null, false)]).toEqual([true, false])
  expect([effectivePermission(true, false), effectivePermission(false, true)]).toEqual([true, false])
})

test('a project that is named again is refused once each', () =>
  fc.assert(
    fc.property(fc.uniqueArray(fc.uuid(), { maxLength: 6 }), (ids) => {
      const faults = grantFaults([...ids, ...ids].map((projectId) => ({ projectId, canSteer: true })))
      expect(faults.map(({ path }) => path)).toEqual(ids.map((_id, at) => `projectGrants.${ids.length + at}.projectId`))
    }),
  ))
