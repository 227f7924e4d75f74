import { expect, test } from 'vitest'
import { maskLabelled } from './labelled.ts'

test.each([
  ['{"password":"hunter2","user":"ada"}', '{"password":"[secret]","user":"ada"}'],
  ['{"dbPassword" : "a \\" b", "n": 1}', '{"dbPassword" : "[secret]", "n": 1}'],
  ['{"error":"bad {\\"token\\":\\"abc\\"}"}', '{"error":"bad {\\"token\\":\\"[secret]\\"}"}'],
  ['token=abc123&page=2', 'token=[secret]&page=2'],
  ['api_key=0123456789abcdef0123456789abcdef', 'api_key=[secret]'],
  ['X-Api-Key: 0123456789abcdef', 'X-Api-Key: [secret]'],
  ['Authorization: Bearer abc.def', 'Authorization: [secret]'],
  ["{'apiKey': 'short', 'accessToken': 'x'}", "{'apiKey': '[secret]', 'accessToken': '[secret]'}"],
  ['client_secret = s3cr3t;', 'client_secret = [secret];'],
  ['<password>hunter2</password>', '<password>[secret]</password>'],
  ['refresh_token: abc', 'refresh_token: [secret]'],
  ['{"tokens": ["a"], "token": null, "max_tokens": 100}', '{"tokens": ["a"], "token": null, "max_tokens": 100}'],
  ['the token is invalid', 'the token is invalid'],
  ['{"status":"no room"}', '{"status":"no room"}'],
])('%s is shown as %s', (text, shown) => {
  expect(maskLabelled(text)).toBe(shown)
  expect(maskLabelled(shown)).toBe(shown)
})

test('masks an answer of 4 KiB that repeats names without values', () => {
  const text = 'password_'.repeat(450)
  expect(maskLabelled(text)).toBe(text)
  expect(maskLabelled(`${text}token=x`)).toContain('[secret]')
})
