import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { providerRules } from './secret-patterns.ts'
import { findSecrets } from './secret-rules.ts'

const alphabets = {
  hex: '0123456789abcdef',
  base32: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567',
  upper: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  word: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
  base64: '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/',
}

let made = 0
/** Characters that look random and are the same in each run; this file contains no secret. */
const random = (alphabet: keyof typeof alphabets, length: number) => {
  let text = ''
  while (text.length < length) {
    made += 1
    for (const byte of createHash('sha256').update(String(made)).digest())
      text += alphabets[alphabet].charAt(byte % alphabets[alphabet].length)
  }
  return text.slice(0, length)
}
const repeated = (count: number, make: () => string) => Array.from({ length: count }, make)

/** Credentials in the forms of their providers. */
const forms: Readonly<Record<string, () => string>> = {
  'aws-access-key-id': () => `AKIA${random('base32', 16)}`,
  github: () => `ghp_${random('word', 36)}`,
  slack: () => `xoxb-263594206564-2343594206574-${random('word', 24)}`,
  sendgrid: () => `SG.${random('word', 22)}.${random('word', 43)}`,
  npm: () => `npm_${random('word', 36)}`,
  stripe: () => `sk_live_${random('word', 24)}`,
  'google-api-key': () => `AIza${random('word', 35)}`,
  'google-oauth': () => `GOCSPX-${random('word', 28)}`,
  twilio: () => `SK${random('hex', 32)}`,
  mailgun: () => `key-${random('hex', 32)}`,
  mailchimp: () => `${random('hex', 32)}-us12`,
  telegram: () => `123456789:AA${random('word', 33)}`,
  discord: () => `M${random('word', 23)}.${random('word', 6)}.${random('word', 27)}`,
  pypi: () => `pypi-AgEIcHlwaS5vcmc${random('word', 60)}`,
  rubygems: () => `rubygems_${random('hex', 48)}`,
  'crates-io': () => `cio${random('word', 32)}`,
  'docker-hub': () => `dckr_pat_${random('word', 27)}`,
  gitlab: () => `glpat-${random('word', 20)}`,
  digitalocean: () => `dop_v1_${random('hex', 64)}`,
  heroku: () => `HRKU-AA${random('word', 58)}`,
  supabase: () => `sbp_${random('hex', 40)}`,
  planetscale: () => `pscale_pw_${random('word', 43)}`,
  doppler: () => `dp.pt.${random('word', 43)}`,
  pulumi: () => `pul-${random('hex', 40)}`,
  'terraform-cloud': () => `${random('word', 14)}.atlasv1.${random('word', 67)}`,
  'azure-storage': () => `AccountKey=${random('base64', 86)}==`,
  atlassian: () => `ATATT3${random('word', 180)}`,
  airtable: () => `pat${random('word', 14)}.${random('hex', 64)}`,
  postman: () => `PMAK-${random('hex', 24)}-${random('hex', 34)}`,
  'new-relic': () => `NRAK-${random('upper', 27)}`,
  sentry: () => `sntryu_${random('hex', 64)}`,
  dynatrace: () => `dt0c01.${random('upper', 24)}.${random('upper', 64)}`,
  'hugging-face': () => `hf_${random('letters', 34)}`,
  square: () => `sq0atp-${random('word', 22)}`,
  age: () => `AGE-SECRET-KEY-1${random('upper', 58)}`,
  database: () => `postgres://app:${random('word', 16)}@db.internal.net:5432/app`,
}

/** Lines that hold a form, as files do. */
const contexts = [
  (value: string) => `const client = connect('${value}')`,
  (value: string) => `SERVICE_URL=${value}`,
  (value: string) => `      "value": "${value}",`,
  (value: string) => `# it was ${value} until May`,
]
/** Values without a form, which their name gives away. */
const named = [
  () => `client_secret = "${random('word', 32)}"`,
  () => `API_TOKEN=${random('hex', 40)}`,
  () => `db.password: ${random('base64', 28)}`,
  () => `  "privateKey": "${random('word', 44)}",`,
  () => `export ACCESS_KEY='${random('base64', 40)}'`,
]
/** Secrets without any mark: they look like a hash. */
const nameless = [() => `const k = '${random('word', 32)}'`, () => `seed: ${random('hex', 32)}`]

/** Hashes, lock files, minified code and words, which hold no secret. */
const harmless = [
  () => `      "integrity": "sha512-${random('base64', 86)}==",`,
  () => `  resolved "a-1.2.3.tgz#${random('hex', 40)}"`,
  () => `github.com/a/b v1.2.3 h1:${random('base64', 43)}=`,
  () => `checksum = "${random('hex', 64)}"`,
  () => `    - sha256:${random('hex', 64)}`,
  () => `commit ${random('hex', 40)}`,
  () => `<script src="a.js" integrity="sha384-${random('base64', 64)}"></script>`,
  () => `.icon{background:url(data:image/png;base64,${random('base64', 400)}=)}`,
  () =>
    `!function(t,e){var n=t.token||e.apiKey;return n?r(n,"${random('letters', 12)}"):i(e)}(a,b),c="${random('word', 10)}"`,
  () => `const token = lexer.next(${random('letters', 8)}, 0, 100)`,
  () => `password: process.env.DB_PASSWORD_${random('upper', 6)}`,
  () => `secret = "your-secret-key-goes-here-1234"`,
  () => `apiKey: '\${{ secrets.API_KEY_${random('upper', 4)} }}'`,
  () =>
    `"id": "${random('hex', 8)}-${random('hex', 4)}-4${random('hex', 3)}-8${random('hex', 3)}-${random('hex', 12)}"`,
  () => `tokenUrl: '/api/v1/projects/2024/tokens/refresh'`,
  () => `const chunk = "${random('word', 16)}.${random('hex', 20)}.js"`,
  () => `//# sourceMappingURL=data:application/json;base64,${random('base64', 300)}`,
]

interface Labelled {
  readonly line: string
  readonly isSecret: boolean
}
const labelled: readonly Labelled[] = [
  ...Object.values(forms).flatMap((form) => contexts.map((within) => ({ line: within(form()), isSecret: true }))),
  ...[...named, ...nameless].flatMap((make) => repeated(8, make).map((line) => ({ line, isSecret: true }))),
  ...harmless.flatMap((make) => repeated(20, make).map((line) => ({ line, isSecret: false }))),
]

/** How many of the secrets are found, and how many of what is found are secrets, both from 0 to 1. */
const measured = (isFound: readonly boolean[]) => {
  const found = labelled.filter((_one, at) => isFound[at])
  const right = found.filter(({ isSecret }) => isSecret).length
  return { recall: right / labelled.filter(({ isSecret }) => isSecret).length, precision: right / found.length }
}

test('more secrets are found than by only the library, with few false ones', async () => {
  const own = new Set([...Object.keys(providerRules), 'random-value'])
  // One text per line, so that no line explains another.
  const rules = await Promise.all(
    labelled.map(async ({ line }) => (await findSecrets('file.ts', `${line}\n`)).map(({ rule }) => rule)),
  )
  const ours = measured(rules.map((names) => names.length > 0))
  const library = measured(rules.map((names) => names.some((name) => !own.has(name))))
  expect(ours.recall).toBeGreaterThan(0.9)
  expect(ours.precision).toBeGreaterThan(0.99)
  expect(library.recall).toBeLessThan(ours.recall / 2)
})

test.each(Object.keys(providerRules))(
  'the form of %s is in the labelled set and found by its own rule',
  async (name) => {
    const found = await findSecrets('file.ts', `const client = connect('${forms[name]!()}')\n`)
    expect(found.map(({ rule }) => rule)).toContain(name)
  },
)
