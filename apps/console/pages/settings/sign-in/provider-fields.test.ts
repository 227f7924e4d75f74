import { expect, test } from 'vitest'
import { fieldsOf, requestOf } from './provider-fields.ts'

const provider = {
  name: 'Okta',
  issuer: 'https://acme.okta.com',
  clientId: 'atelier',
  roleClaim: 'groups',
  roles: [
    { value: 'leads', role: 'admin' },
    { value: 'staff', role: 'member' },
  ],
  defaultRole: null,
  trustsAddresses: true,
  requiredAt: null,
  hasEmergencyPasskey: false,
} as const

test('a stored provider is asked for again as it is, without a secret', () => {
  const { requiredAt: _, hasEmergencyPasskey: __, ...stored } = provider
  expect(requestOf(fieldsOf({ ...provider, roles: [...provider.roles] }))).toEqual(stored)
})

test('a new form lets everybody in as a member; lines of groups are trimmed, and each counts once', () => {
  const fields = {
    ...fieldsOf(null),
    name: ' Okta ',
    issuer: ' https://acme.okta.com ',
    clientId: 'a',
    clientSecret: 's',
  }
  expect(requestOf(fields)).toMatchObject({ name: 'Okta', roleClaim: null, roles: [], defaultRole: 'member' })
  expect(requestOf({ ...fields, roleClaim: 'groups', admins: ' leads \n\nleads', members: 'staff' })).toMatchObject({
    clientSecret: 's',
    roles: [
      { value: 'leads', role: 'admin' },
      { value: 'staff', role: 'member' },
    ],
  })
})
