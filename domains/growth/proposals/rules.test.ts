import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparedText, newProposals, proposedAs } from './rules.ts'

const play = (name: string, audience: string) => ({ name, audience })
const known = (name: string, audience: string, as: readonly string[] = []) => ({ name, audience, proposedAs: as })

test('names are compared by their letters and digits, without case and width', () => {
  expect(comparedText('  Großhändler – Österreich!  ')).toBe('großhändler österreich')
  expect(comparedText('WHOLESALE (IE)')).toBe(comparedText('wholesale ie'))
  expect(comparedText('Ｗholesale')).toBe('wholesale')
})

test('a play that a person made, renamed or archived is not proposed again, by its name or by its audience', () => {
  const proposals = [play('Wholesalers', 'Wholesalers in Ireland.'), play('Clinics', 'Clinics in Graz.')]
  expect(newProposals(proposals, [])).toEqual(proposals)
  expect(newProposals(proposals, [known('WHOLESALERS', 'Others')])).toEqual([proposals[1]])
  expect(newProposals(proposals, [known('Others', 'wholesalers in ireland')])).toEqual([proposals[1]])
  const renamed = known('Shops', 'Shops', proposedAs(proposals[0]!))
  expect(newProposals(proposals, [renamed])).toEqual([proposals[1]])
})

test('an audience that is empty hides no proposal', () => {
  expect(newProposals([play('Clinics', 'Clinics.')], [known('By hand', '')])).toHaveLength(1)
})

test('the kept proposals are a part of the given ones, have each name once, and are empty the second time', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ name: fc.string(), audience: fc.string() }), { maxLength: 6 }), (proposals) => {
      const kept = newProposals(proposals, [])
      expect(proposals).toEqual(expect.arrayContaining([...kept]))
      expect(new Set(kept.map(({ name }) => comparedText(name))).size).toBe(kept.length)
      const again = kept.map((one) => known('Renamed', 'Changed', proposedAs(one)))
      expect(newProposals(proposals, again)).toEqual([])
    }),
  ))
