import { expect, test } from 'vitest'
import { NotAtelier, NotReached, Refused } from '../../platform/client/index.ts'
import { explain } from './errors.ts'
import { de } from './words/de.ts'
import { en } from './words/en.ts'

test('a known code is said in the person’s language, with the id of the request', () => {
  const refused = new Refused(401, { error: 'The address…', code: 'invalid_credentials', requestId: 'r-1' })
  expect(explain(refused, en.errors)).toMatchObject({ title: 'That is not right', requestId: 'r-1' })
  expect(explain(refused, de.errors)).toMatchObject({ title: 'Das stimmt nicht', requestId: 'r-1' })
})

test('an unknown code says the sentence of the server', () => {
  const refused = new Refused(409, { error: 'It is closed.', code: 'cycle_closed' })
  expect(explain(refused, en.errors)).toEqual({ title: en.errors.refused, text: 'It is closed.' })
})

test('what no server answered, what something else did, and a mistake of ours are told apart', () => {
  const titles = [new NotReached(undefined), new NotAtelier(502), new TypeError('x')].map(
    (error) => explain(error, en.errors).title,
  )
  expect(titles).toEqual([en.errors.notReached.title, en.errors.notAtelier.title, en.errors.broken.title])
})

test('both languages know the same codes', () => {
  expect(Object.keys(de.errors.codes)).toEqual(Object.keys(en.errors.codes))
  expect(Object.keys(de.errors.statuses)).toEqual(Object.keys(en.errors.statuses))
})
