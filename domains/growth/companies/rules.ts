/** Legal forms that a name of a company ends in. Without one a name may be that of a person. */
const legalForms = [
  'gmbh & co. kg, gmbh & co kg, gmbh, ag, ug, ug (haftungsbeschränkt), kg, ohg, kgaa, se, eg, sàrl, sarl, sas, sa, s.a.',
  's.a.s., srl, s.r.l., s.p.a., spa, bv, b.v., nv, n.v., ab, as, aps, a/s, oy, oyj, ltd, ltd., limited, plc, llp, llc',
  'inc, inc., corp, corp., corporation, pty ltd, sp. z o.o., s.r.o., kft, d.o.o., lda, sl, s.l.',
]
  .flatMap((line) => line.split(', '))
  .toSorted((one, other) => other.length - one.length)

const folded = (name: string) => name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** The legal form in which a name ends; undefined if it has none. */
export const legalFormOf = (name: string): string | undefined => {
  const text = folded(name)
  return legalForms.find((form) => text.endsWith(` ${form}`) || text.endsWith(`, ${form}`))
}

/** The key that finds a name: folded, without its legal form. Empty if nothing is left. */
export const nameKeyOf = (name: string): string => {
  const text = folded(name)
  const form = legalFormOf(name)
  const bare = form === undefined ? text : text.slice(0, -form.length)
  return bare.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()
}

/** The facts of a company as they are on its website. */
export interface CompanyFacts {
  readonly domain: string
  readonly name: string
  readonly country: string | null
  readonly imprintUrl: string
  readonly registerNumber: string | null
  readonly vatNumber: string | null
}

/** True if facts may be shared: of a registered company whose name has a legal form, and so of no private person. */
export const isShareable = ({ name, registerNumber, vatNumber }: CompanyFacts): boolean =>
  legalFormOf(name) !== undefined && nameKeyOf(name) !== '' && (registerNumber !== null || vatNumber !== null)
