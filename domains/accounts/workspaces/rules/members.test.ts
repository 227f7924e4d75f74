import fc from 'fast-check'
import { expect, test } from 'vitest'
import { invitationStates, memberRoles } from '../contract/members.ts'
import { acceptanceOf, changeVerdict, type MemberRole } from '../rules.ts'

const role = fc.constantFrom(...memberRoles)

test('members change no roles, administrators all but owners, and owners all', () => {
  const allowed = (actor: MemberRole) =>
    memberRoles.filter((target) => changeVerdict({ actor, target, after: 'member', owners: 2 }) === 'allowed')
  expect(memberRoles.map(allowed)).toEqual([['owner', 'admin', 'member'], ['admin', 'member'], []])
})

test('a workspace never loses its last owner, and only owners appoint one, for any order of attempts', () => {
  const attempt = fc.record({ actor: fc.nat(4), target: fc.nat(4), after: fc.option(role, { nil: undefined }) })
  fc.assert(
    fc.property(
      fc.array(role, { minLength: 4, maxLength: 4 }),
      fc.array(attempt, { minLength: 40 }),
      (made, attempts) => {
        const places = new Map<number, MemberRole>([[0, 'owner'], ...made.map((one, at) => [at + 1, one] as const)])
        for (const { actor, target, after } of attempts) {
          const by = places.get(actor)
          const of = places.get(target)
          if (!by || !of) continue
          const owners = [...places.values()].filter((one) => one === 'owner').length
          if (changeVerdict({ actor: by, target: of, after, owners }) !== 'allowed') continue
          if (of === 'owner' || after === 'owner') expect(by).toBe('owner')
          if (after) places.set(target, after)
          else places.delete(target)
        }
        expect([...places.values()]).toContain('owner')
      },
    ),
  )
})

test('a pending invitation opens only for its verified person, and reveals nothing to others', () => {
  const made = fc.record({
    status: fc.constantFrom(...invitationStates),
    isVerified: fc.boolean(),
    emailNormal: fc.constantFrom('a@x', 'b@x'),
  })
  fc.assert(
    fc.property(made, ({ status, isVerified, emailNormal }) => {
      const acceptance = acceptanceOf({ invited: { emailNormal: 'a@x', status }, person: { emailNormal, isVerified } })
      expect(acceptance === 'open').toBe(emailNormal === 'a@x' && isVerified && status === 'pending')
      expect(acceptance === 'absent').toBe(emailNormal !== 'a@x')
    }),
  )
})
