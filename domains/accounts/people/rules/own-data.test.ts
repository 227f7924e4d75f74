import fc from 'fast-check'
import { expect, test } from 'vitest'
import { erasedAs, namesPerson, withoutPerson } from './own-data.ts'

const ada = { userId: '019358a2-5b7e-7c3e-9d51-6f1f2b9c0d11', name: 'Ada L.', email: 'Ada@Example.com' }

test.each([
  [{ email: 'ada@example.com' }, true],
  [{ to: { address: 'ADA@EXAMPLE.COM' } }, true],
  [{ reason: 'Invited Ada <ada@example.com>.' }, true],
  [{ list: ['eve@example.com', '\uff21da@example.com'] }, true],
  [{ 'ada@example.com': 1 }, true],
  [{ reason: 'Invited …ada@example.com' }, true],
  [{ reason: 'Invited ...ada@example.com, -eve@example.com' }, true],
  [{ list: '-ada@example.com' }, true],
  [{ link: 'https://acme.example/join?to=ada%40example.com&from=eve' }, true],
  [{ link: 'https://acme.example/?to=Ada%20L.%20%3Cada%40EXAMPLE.com%3E' }, true],
  [{ email: 'jo-ada@example.com' }, false],
  [{ link: 'https://acme.example/?to=jo%2Dada%40example.com' }, false],
  [{ email: 'joada@example.com' }, false],
  [{ email: 'x.ada@example.com' }, false],
  [{ email: 'ada@example.com.au' }, false],
  [{ email: 'ada@example.company' }, false],
  [{ name: 'Ada L.' }, false],
  [{ name: 'ada l.', userId: ada.userId }, true],
  [{ userId: ada.userId, role: 'member' }, false],
  [{}, false],
  [null, false],
])('%j contains Ada’s data: %s', (details, expected) => {
  expect(namesPerson(details, false, ada)).toBe(expected)
})

test('a name without an address counts only in a row about the person', () => {
  expect(namesPerson({ name: 'Ada L.' }, true, ada)).toBe(true)
  expect(namesPerson({ name: 'Ada L. and others' }, true, ada)).toBe(false)
})

const erased = erasedAs(ada.userId)
test.each([
  [{ email: 'ADA@example.com', name: 'Ada L.' }, erased],
  [
    { owner: { userId: ada.userId, name: 'ada l.', role: 'member' } },
    { owner: { userId: ada.userId, name: erased.name, role: 'member' } },
  ],
  [{ message: 'Ada L. is no longer a member.' }, { message: `${erased.name} is no longer a member.` }],
  [
    { message: 'The invitation of <ada@example.com> is revoked. Ask ada@example.com.' },
    { message: `The invitation of <${erased.email}> is revoked. Ask ${erased.email}.` },
  ],
  [{ message: 'Go on at https://acme.example/?to=ada%40example.com.' }, { message: `Go on at ${erased.email}.` }],
  [[{ to: ['ada@example.com', 'joada@example.com'] }], [{ to: [erased.email, 'joada@example.com'] }]],
  [{ message: '-ada@example.com' }, { message: erased.email }],
  [
    { message: 'Dada L. and Ada L.x', name: 'Ada L.' },
    { message: 'Dada L. and Ada L.x', name: 'Ada L.' },
  ],
  [
    { name: 'Ada L.', count: 2, done: true, none: null },
    { name: 'Ada L.', count: 2, done: true, none: null },
  ],
])('%j without Ada is %j', (reply, without) => {
  expect(withoutPerson(reply, ada)).toEqual(without)
})

test('a reply without a person names them no more, and a reply that never did is unchanged', () =>
  fc.assert(
    fc.property(fc.emailAddress(), fc.jsonValue(), fc.string(), (email, other, text) => {
      const person = { ...ada, email }
      const reply = { other, userId: ada.userId, email, message: `${text} ${email.toUpperCase()}` }
      expect(namesPerson(withoutPerson(reply, person), true, person)).toBe(false)
      expect(withoutPerson({ other }, { ...ada, email: 'nobody@erased.example' })).toEqual({ other })
    }),
  ))

test('an address is found at any place and depth', () =>
  fc.assert(
    fc.property(fc.emailAddress(), fc.jsonValue(), fc.array(fc.string(), { maxLength: 5 }), (email, other, path) => {
      const person = { ...ada, email }
      const details = path.reduce<unknown>((inner, key) => ({ other, [key]: inner }), [email.toUpperCase()])
      expect(namesPerson(details, false, person)).toBe(true)
    }),
  ))

test('another person’s address is not matched', () =>
  fc.assert(
    fc.property(fc.emailAddress(), fc.stringMatching(/^[a-z0-9]{1,5}$/), (email, more) => {
      for (const other of [`${more}${email}`, `${more}.${email}`, `${email}${more}`, `${email}.${more}`])
        expect(namesPerson({ email: other }, true, { ...ada, email })).toBe(false)
    }),
  ))
