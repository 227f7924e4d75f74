import { expect, test } from 'vitest'
import { numberParameters } from './named-parameters.ts'

test('parameters are numbered in the order of their first use', () => {
  expect(numberParameters('select :b, :a where x = :b and y = any(:a)')).toEqual({
    text: 'select $1, $2 where x = $1 and y = any($2)',
    names: ['b', 'a'],
  })
})

test.each([
  ['a cast', `select id::text, now()::timestamptz(3), '{}'::jsonb`],
  ['a string', `select ':name', 'it''s :name', '{"a":b}', E'it\\'s :name'`],
  ['a quoted name', `select 1 as ":name", 2 as "a "" :b"`],
  ['a comment', `select 1 -- of :name\n, 2 /* of\n :name */`],
  ['a dollar-quoted string', `select $$ :name $$, $tag$ :name $$ :name $tag$`],
  ['an array slice', `select a[1:n], a[:n], a[ : n], a[m :n], a[array_length(a, 1):n], f(a)[:n]`],
  ['a named argument', `select make_interval(days := 3)`],
])('%s is not a parameter', (_, text) => {
  expect(numberParameters(text)).toEqual({ text, names: [] })
})

test.each([
  ['beside a cast', `select :at::timestamptz`, `select $1::timestamptz`],
  ['in an array constructor', `select array[:a, :b], array [[:a], [:b]]`, `select array[$1, $2], array [[$1], [$2]]`],
  ['in a subscript within parentheses', `select a[(:from):(:to)]`, `select a[($1):($2)]`],
  ['after a subscript', `select a[1], :b`, `select a[1], $1`],
  ['after a string', `select 'a':: text || :b || ':c'`, `select 'a':: text || $1 || ':c'`],
])('a parameter is recognized %s', (_, text, translated) => {
  expect(numberParameters(text).text).toBe(translated)
})

test('a numbered parameter is refused', () => {
  expect(() => numberParameters('select * from cycle where id = $1')).toThrow(
    '$1 in a statement: give the parameter a name',
  )
})
