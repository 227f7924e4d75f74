import { jsonOf } from '../../../../packages/foreign-json/index.ts'

export interface Organization {
  readonly name?: string
  readonly logo?: string
}

const kinds =
  /^(https?:\/\/schema\.org\/)?(\w*Organization|Corporation|\w*Business|Brand|WebSite|ProfessionalService|Store)$/
const depthMost = 6
const partsMost = 500

/** The organizations that a JSON-LD text describes, as schema.org has them; nothing if it is no JSON. */
export const organizationsIn = (text: string): Organization[] => {
  const found: Organization[] = []
  let parts = 0
  const visit = (part: unknown, depth: number): void => {
    parts += 1
    if (typeof part !== 'object' || part === null || depth > depthMost || parts > partsMost) return
    const { '@type': type, name, logo } = part as Readonly<Record<string, unknown>>
    if ([type].flat().some((kind) => typeof kind === 'string' && kinds.test(kind))) {
      const address = addressOf(logo)
      found.push({ ...(isShort(name) && { name }), ...(address !== undefined && { logo: address }) })
    }
    for (const inner of Object.values(part)) visit(inner, depth + 1)
  }
  visit(jsonOf(text), 0)
  return found
}

const isShort = (value: unknown): value is string => typeof value === 'string' && value.length <= 200

/** A logo is an address, or an ImageObject that has one. */
const addressOf = (logo: unknown): string | undefined => {
  const [first] = [logo].flat()
  if (typeof first === 'string') return first.length <= 200_000 ? first : undefined
  const { url, contentUrl } = (first ?? {}) as Readonly<Record<string, unknown>>
  return [url, contentUrl].find((value) => typeof value === 'string' && value.length <= 2_048) as string | undefined
}
