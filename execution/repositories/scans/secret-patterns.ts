/** A secret, and its beginning. */
export interface Match {
  readonly rule: string
  readonly start: number
  readonly text: string
}

/** The text in the place of a secret. */
export const maskText = '••••'

const secretName = 'secret|token|passw(?:or)?d|api[_-]?key|private[_-]?key|access[_-]?key|credentials?'
const quotedValue = new RegExp(
  `(?:${secretName})[\\w.-]{0,20}["']?[ \\t]{0,9}(?::|=>?|:=)[ \\t]{0,9}["'\`]([\\w+/=.~-]{20,200})["'\`]`,
  'gi',
)
const bareValue = new RegExp(
  `^[\\w.-]{0,40}(?:${secretName})[\\w.-]{0,20}[ \\t]{0,9}[=:][ \\t]{0,9}([\\w+/=.~-]{20,200})[ \\t\\r]*$`,
  'gim',
)

export const patternMatches = (content: string): Match[] =>
  Object.entries(providerRules).flatMap(([rule, pattern]) =>
    [...content.matchAll(pattern)].map((match) => ({ rule, start: match.index, text: match[0] })),
  )

export const randomValues = (content: string): Match[] =>
  [quotedValue, bareValue]
    .flatMap((pattern) => [...content.matchAll(pattern)])
    .filter((match) => looksRandom(match[1]!))
    .map((match) => ({ rule: 'random-value', start: match.index + match[0].indexOf(match[1]!), text: match[1]! }))

const placeholder = /example|sample|placeholder|change-?me|dummy|your|insert|xxxx|fake|test|1234|abcd|localhost/i

/** Random text has digits among its letters and nearly as many different characters as it could. */
export const looksRandom = (value: string): boolean => {
  if (placeholder.test(value)) return false
  if (!/[a-z]/i.test(value) || (value.match(/\d/g) ?? []).length < 3) return false
  // A variable that will hold the value.
  if (/^(?:process\.env|import\.meta\.env|os\.environ|env|secrets|vars|config)\./i.test(value)) return false
  // Words, numbers and versions that are joined by dots, dashes or slashes.
  if (/^[a-z]{0,20}\d{0,6}(?:[-_./=~+][a-z]{0,20}\d{0,6})+$/i.test(value)) return false
  return bitsPerCharacter(value) >= (/^[0-9a-f]+$/i.test(value) ? 3 : 3.6)
}

const bitsPerCharacter = (value: string) => {
  const counts = new Map<string, number>()
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= (count / value.length) * Math.log2(count / value.length)
  return bits
}

/**
 * Forms of credentials that secretlint's recommended preset does not know, each as its provider documents it. All have a
 * beginning or a frame of their own, so that hashes and identifiers are never one.
 */
export const providerRules: Readonly<Record<string, RegExp>> = {
  'aws-access-key-id': /\b(?:AKIA|ASIA)(?![A-Z2-7]{0,9}EXAMPLE)[A-Z2-7]{16}\b/g,
  stripe: /\b(?:sk|rk)_live_[0-9A-Za-z]{16,250}|\bwhsec_[0-9A-Za-z+/]{32,100}/g,
  'google-api-key': /\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])/g,
  'google-oauth': /\bGOCSPX-[0-9A-Za-z_-]{28}(?![0-9A-Za-z_-])/g,
  twilio: /\bSK[0-9a-f]{32}\b/g,
  mailgun: /\bkey-[0-9a-f]{32}\b/g,
  mailchimp: /\b[0-9a-f]{32}-us\d{1,2}\b/g,
  telegram: /\b\d{8,10}:AA[0-9A-Za-z_-]{33}(?![0-9A-Za-z_-])/g,
  discord: /\b[MNO][0-9A-Za-z]{23,25}\.[0-9A-Za-z_-]{6}\.[0-9A-Za-z_-]{27,38}(?![0-9A-Za-z_-])/g,
  npm: /\bnpm_[0-9A-Za-z]{36}\b/g,
  pypi: /\bpypi-AgEIcHlwaS5vcmc[0-9A-Za-z_-]{50,250}/g,
  rubygems: /\brubygems_[0-9a-f]{48}\b/g,
  'crates-io': /\bcio[0-9A-Za-z]{32}\b/g,
  digitalocean: /\bdo[opr]_v1_[0-9a-f]{64}\b/g,
  heroku: /\bHRKU-AA[0-9A-Za-z_-]{58}(?![0-9A-Za-z_-])/g,
  supabase: /\bsbp_[0-9a-f]{40}\b/g,
  planetscale: /\bpscale_(?:tkn|pw|oauth)_[0-9A-Za-z_.-]{32,64}/g,
  doppler: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[0-9A-Za-z_.-]{40,60}/g,
  pulumi: /\bpul-[0-9a-f]{40}\b/g,
  'terraform-cloud': /\b[0-9A-Za-z]{14}\.atlasv1\.[0-9A-Za-z_-]{60,80}/g,
  'azure-storage': /\bAccountKey=[0-9A-Za-z+/]{86}==/g,
  atlassian: /\bATATT3[0-9A-Za-z_=-]{100,250}/g,
  airtable: /\bpat[0-9A-Za-z]{14}\.[0-9a-f]{64}\b/g,
  postman: /\bPMAK-[0-9a-f]{24}-[0-9a-f]{34}\b/g,
  'new-relic': /\bNRAK-[0-9A-Z]{27}\b/g,
  sentry: /\bsntryu_[0-9a-f]{64}\b|\bsntrys_eyJ[0-9A-Za-z+/=_-]{60,250}/g,
  dynatrace: /\bdt0c01\.[0-9A-Z]{24}\.[0-9A-Z]{64}\b/g,
  square: /\bsq0(?:atp|csp)-[0-9A-Za-z_-]{22,43}(?![0-9A-Za-z_-])/g,
  age: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g,
}
