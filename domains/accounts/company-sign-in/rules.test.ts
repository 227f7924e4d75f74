import { describe, expect, test } from 'vitest'
import { arrivalVerdict, isLeftOut, isLost, roleOf, valuesOf, type Arrival } from './rules.ts'

describe('the role that claims give', () => {
  const rules = {
    roleClaim: 'groups',
    roles: [
      { value: 'staff', role: 'member' },
      { value: 'leads', role: 'admin' },
    ],
    defaultRole: null,
  } as const
  test.each([
    ['the highest of several groups', { groups: ['staff', 'leads'] }, 'admin'],
    ['a group as a text', { groups: 'staff' }, 'member'],
    ['no known group', { groups: ['sales'] }, null],
    ['no claim', {}, null],
    ['a claim of another form', { groups: { staff: true } }, null],
    ['numbers among groups', { groups: [1, null, 'leads'] }, 'admin'],
  ])('%s', (_, claims, role) => expect(roleOf(claims, rules)).toBe(role))

  test('the default counts if no group names a role, and never above a group', () => {
    expect(roleOf({ groups: ['sales'] }, { ...rules, defaultRole: 'member' })).toBe('member')
    expect(roleOf({ groups: ['staff'] }, { ...rules, defaultRole: 'admin' })).toBe('member')
    expect(roleOf({ groups: ['leads'] }, { ...rules, roleClaim: null, defaultRole: 'member' })).toBe('member')
  })

  test('a name with dots leads into objects, never into what all objects have', () => {
    expect(valuesOf({ realm_access: { roles: ['a', 'b'] } }, 'realm_access.roles')).toEqual(['a', 'b'])
    expect(valuesOf({ 'https://acme.com/roles': ['a'] }, 'https://acme.com/roles')).toEqual(['a'])
    expect(valuesOf({ a: {} }, 'a.constructor.name')).toEqual([])
    expect(valuesOf({ a: 'text' }, 'a.length')).toEqual([])
  })
})

test.each([
  [{ _claim_names: { groups: 'src1' } }, 'groups', true],
  [{ _claim_names: { groups: 'src1' }, groups: [] }, 'groups', false],
  [{ _claim_names: { other: 'src1' } }, 'groups', false],
  [{ _claim_names: 'groups' }, 'groups', false],
  [{ _claim_names: {} }, 'constructor', false],
  [{}, 'groups', false],
  [{ _claim_names: { groups: 'src1' } }, null, false],
])('groups that the provider left out: %j of %s', (claims, name, isSo) => expect(isLeftOut(claims, name)).toBe(isSo))

describe('a domain', () => {
  test('is lost after a week without its text', () => {
    const now = new Date('2026-11-27T00:00:00Z')
    expect(isLost(null, now)).toBe(false)
    expect(isLost(new Date('2026-11-20T00:00:00Z'), now)).toBe(false)
    expect(isLost(new Date('2026-11-19T23:59:59Z'), now)).toBe(true)
  })
})

describe('a person who comes back from the provider', () => {
  const stranger: Arrival = {
    identityOf: undefined,
    begunBy: undefined,
    hasOwnAddress: false,
    isMember: false,
    hasOther: false,
    role: 'member',
    address: 'own',
    isAddressTaken: false,
  }
  const linked = { ...stranger, identityOf: 'ada', isMember: true, isAddressTaken: true }

  // Every combination of facts: an address without more never leads to an existing account.
  const every = (['ada', 'bob', undefined] as const).flatMap((identityOf) =>
    (['ada', undefined] as const).flatMap((begunBy) =>
      [true, false].flatMap((hasOwnAddress) =>
        [true, false].flatMap((isMember) =>
          [true, false].flatMap((hasOther) =>
            (['admin', null] as const).flatMap((role) =>
              (['own', 'foreign', 'unverified'] as const).flatMap((address) =>
                [true, false].map((isAddressTaken): Arrival => ({
                  identityOf,
                  begunBy,
                  hasOwnAddress,
                  isMember,
                  hasOther,
                  role,
                  address,
                  isAddressTaken,
                })),
              ),
            ),
          ),
        ),
      ),
    ),
  )

  test('is made only with a verified address of the company that no account has, and a role', () => {
    for (const arrival of every.filter((one) => arrivalVerdict(one) === 'make'))
      expect(arrival).toMatchObject({
        identityOf: undefined,
        begunBy: undefined,
        role: 'admin',
        address: 'own',
        isAddressTaken: false,
      })
  })

  test('a person is signed in by the pair of issuer and subject, as a member with an address of the company', () => {
    const signedIn = every.filter((one) => arrivalVerdict(one) === 'signIn')
    expect(signedIn.length).toBeGreaterThan(0)
    for (const { identityOf, isMember, hasOwnAddress, role } of signedIn)
      expect([identityOf !== undefined, isMember, hasOwnAddress, role]).toEqual([true, true, true, 'admin'])
  })

  test('is linked only within the session of a member who has no other identity there', () => {
    for (const one of every.filter((arrival) => arrivalVerdict(arrival) === 'link'))
      expect(one).toMatchObject({ identityOf: undefined, begunBy: 'ada', isMember: true, hasOther: false })
  })

  test.each([
    ['another person’s identity within a session', { ...linked, begunBy: 'bob' }, 'otherPerson'],
    ['an address of an account', { ...stranger, isAddressTaken: true }, 'linkFirst'],
    ['an account with an address elsewhere', linked, 'ownSignInFirst'],
    ['a member who was removed', { ...linked, isMember: false }, 'notMember'],
    ['no role', { ...linked, role: null }, 'noRole'],
  ] as const)('is refused for %s', (_, arrival, verdict) => expect(arrivalVerdict(arrival)).toBe(verdict))
})
