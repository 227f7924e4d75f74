import fc from 'fast-check'
import { expect, test } from 'vitest'
import { looksRandom } from './secret-patterns.ts'
import { findSecrets } from './secret-rules.ts'

// In pieces, so that this file itself holds no secret.
const joined = (...parts: string[]) => parts.join('')
const hex = '9f86d081884c7d659a2feaa0c55ad015'
const rulesIn = async (content: string, name = 'file.ts') => (await findSecrets(name, content)).map(({ rule }) => rule)

test.each([
  ['stripe', joined('sk_', 'live_', '4eC39HqLyjWDarjtT1zdp7dc')],
  ['stripe', joined('rk_', 'live_', '4eC39HqLyjWDarjtT1zdp7dc')],
  ['stripe', joined('wh', 'sec_', hex, hex)],
  ['google-api-key', joined('AI', 'zaSyA1234567890abcdefghijklmnopqrstuv')],
  ['twilio', joined('SK', hex)],
  ['mailgun', joined('key', '-', hex)],
  ['telegram', joined('123456789', ':AA', 'Hdq5mIDKSHnZb2zbMxkWqqzVvP_X9UyLmN'.slice(0, 33))],
  ['npm', joined('npm', '_', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5')],
  ['digitalocean', joined('dop', '_v1_', hex, hex)],
  ['github', joined('ghp', '_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx')],
  ['slack', joined('xoxb', '-263594206564-2343594206574-FGqddMF8t08v8N7Oq4i57vs1')],
  ['database-connection-string', 'postgres://admin:fj39Xk2pQ0z@db.internal.net:5432/app'],
  ['random-value', `const clientSecret = '${joined('kJ8x', 'Qw3Zp0', 'LmV7tR2', 'yB5nC9')}'`],
  ['random-value', `API_TOKEN=${joined('7f3e', '9a1c', '5d2b8064', 'e7c1f0a9')}`],
  ['random-value', `"password": "${joined('zX9#'.slice(0, 3), 'kQ2mV8', 'rT5wY1', 'pL4sB')}"`],
])('%s is found', async (rule, secret) => {
  expect(await rulesIn(`line one\n${secret}\n`)).toEqual([rule])
})

test.each([
  `const token = process.env.GITHUB_TOKEN_FOR_RELEASES`,
  `password: 'correct-horse-battery-staple-2024'`,
  `secret = "your-secret-key-goes-here-1234"`,
  `apiKey: '\${{ secrets.API_KEY }}'`,
  `"integrity": "sha512-9ZxkR0KVjVcGQ5H4V3oTzWl8gU5l3Jc1KOmNc2rWqN7YkQ=="`,
  `tokenUrl: '/api/v1/projects/2024/tokens/refresh'`,
  `access_key = "AKIAIOSFODNN7EXAMPLE"`,
  `sha = 'abe2b88f3c994263ae92c6453c71c6c2c4d71e0b'`,
  `passwordHint: 'aaaaaaaaaaaaaaaaaaaaaaaa111'`,
  `tokens = tokenizer.tokenize(source, 0, 100)`,
])('%s is none', async (content) => expect(await rulesIn(content)).toEqual([]))

test('a finding has its line and not the text of the secret', async () => {
  const secret = joined('sk_', 'live_', '4eC39HqLyjWDarjtT1zdp7dc')
  const findings = await findSecrets('file.ts', `\n\n\r\nconst a = '${secret}'\n`)
  expect(findings).toMatchObject([{ rule: 'stripe', line: 4 }])
  expect(JSON.stringify(findings)).not.toContain(secret)
})

test('one secret has one digest in every file', async () => {
  const secret = joined('sk_', 'live_', '4eC39HqLyjWDarjtT1zdp7dc')
  const digests = await Promise.all([`x ${secret}`, `\n\n${secret} y`].map((content) => findSecrets('a', content)))
  expect(digests[0]![0]!.digest).toBe(digests[1]![0]!.digest)
})

test('rules that look at file names get them', async () => {
  const content = `//registry.example.org/:_authToken=${joined('npm', '_', 'aB3dE5fG7hI9jK1lM3nO5pQ7rS9tU1vW3xY5')}\n`
  expect(await rulesIn(content, '.npmrc')).toContain('npm')
})

test('random keys are recognized, and words are not', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const key = (seed: number) =>
    Array.from(
      { length: 40 },
      (_, index) => alphabet[Math.abs(Math.imul(seed + index * 7919, 2654435761) >> 8) % 62],
    ).join('')
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[a-z]{2,12}$/), { minLength: 3, maxLength: 6 }), (words) => {
      expect(looksRandom(words.join('-'))).toBe(false)
      expect(looksRandom(words.join('_'))).toBe(false)
    }),
  )
  const found = Array.from({ length: 200 }, (_, seed) => looksRandom(key(seed * 104729)))
  expect(found.filter(Boolean).length).toBeGreaterThan(180)
})

test('no text makes a rule throw, and reported lines exist', () =>
  fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 300 }), async (content) => {
      for (const { line } of await findSecrets('a', `password="${content}"`)) {
        expect(line).toBeLessThanOrEqual(content.split('\n').length)
      }
    }),
  ))

test.each([
  [joined('ghp', '_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx'), '••••INUx'],
  [joined('postgres', '://admin:fj39Xk2pQ0z@db.internal.net:5432/app'), '••••'],
])('shows the end of a long token, and nothing of anything else', async (secret, masked) => {
  const found = await findSecrets('file.txt', secret)
  expect(found.map((one) => one.masked)).toEqual([masked])
})

const address = (...parts: string[]) => joined('https', '://', ...parts)

test.each([
  ['a comment of code', ` * GET ${address('jane:hunter22', '@shop.acme.io/x')}`, true],
  ['a comment behind code', `const a = 1 // ${address('jane:hunter22', '@shop.acme.io')}`, true],
  ['words of a placeholder', `url = "${address('jane:my-pass', '@shop.acme.io')}"`, true],
  ['a reserved name', `url = "${address('jane:hunter22', '@shop.test')}"`, true],
  ['this machine', `url = "${joined('postgres', '://admin:fj39Xk2pQ0z', '@localhost:5432/app')}"`, true],
  ['an address that looks live', `url = "${address('jane:fj39Xk2pQ0z', '@shop.acme.io')}"`, false],
  ['a database', `url = "${joined('postgres', '://admin:fj39Xk2pQ0z', '@db.internal.net:5432/app')}"`, false],
  ['a key of a provider in a comment', `// ${joined('ghp', '_wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx')}`, false],
])('%s: whether it is made up', async (_name, content, isMadeUp) => {
  expect((await findSecrets('file.ts', `\n${content}\n`)).map((one) => one.isMadeUp)).toEqual([isMadeUp])
})
