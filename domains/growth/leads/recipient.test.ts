import { expect, test } from 'vitest'
import { recipientOf } from './recipient.ts'

interface KnownPlaces {
  readonly address: string | null
  readonly domain: string
  readonly website?: string
}

test.each<[KnownPlaces, readonly string[]]>([
  [{ address: null, domain: 'a.example' }, ['a.example']],
  [{ address: 'ada@gmail.example', domain: 'a.example' }, ['a.example', 'gmail.example']],
  [{ address: 'ada@a.example', domain: 'a.example' }, ['a.example']],
  [
    { address: 'ada@gmail.example', domain: 'gmail.example', website: 'https://www.a.example/x' },
    ['gmail.example', 'a.example'],
  ],
  [{ address: 'ada@gmail.example', domain: 'gmail.example', website: 'no website' }, ['gmail.example']],
])('the do-not-contact list is asked about every domain of %j', ({ website, ...lead }, domains) => {
  const evidence = website === undefined ? {} : { domain: { value: website } }
  expect(recipientOf({ ...lead, evidence })).toEqual({ address: lead.address, domains })
})
