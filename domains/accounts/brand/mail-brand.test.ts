import { expect, test } from 'vitest'
import { mailBrandOf, type PublishedIdentity } from './published.ts'

const linkTo = (path: string) => `https://atelier.example.com${path}`
const identity = {
  name: 'Acme',
  slug: 'acme',
  portalEnabled: true,
  logo: { id: 'a'.repeat(64), mediaType: 'image/png', sizeBytes: 1 },
  colors: { primary: '#2451c7' },
} as unknown as PublishedIdentity

test('a mail has the name, the colour and the logo of the agency', () => {
  expect(mailBrandOf(identity, linkTo)).toEqual({
    name: 'Acme',
    primaryColor: '#2451c7',
    logoUrl: 'https://atelier.example.com/v1/api/portals/acme/logo',
  })
})

test('a mail leaves out a logo that cannot be loaded', () => {
  const plain = { name: 'Acme', primaryColor: '#2451c7' }
  expect(mailBrandOf({ ...identity, portalEnabled: false }, linkTo)).toEqual(plain)
  expect(mailBrandOf({ ...identity, logo: null }, linkTo)).toEqual(plain)
})
