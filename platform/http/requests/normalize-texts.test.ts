import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { Id, maybe, nameText, newNameText } from '../../contract/schema.ts'
import { normalizeTexts } from './normalize-texts.ts'

const schema = Type.Object({
  id: Id,
  none: maybe(Id),
  ids: Type.Array(Id),
  rows: Type.Array(Type.Object({ id: Type.Optional(Id), text: Type.String() })),
  text: Type.String(),
})
const upper = '019358A2-5B7E-7C3E-9D51-6F1F2B9C0D11'
const lower = upper.toLowerCase()

test('ids get one spelling at every depth, and texts that are no ids by their schema keep theirs', () => {
  const given = { id: upper, none: upper, ids: [upper, lower], rows: [{ id: upper, text: upper }], text: upper }
  expect(normalizeTexts(given, schema)).toEqual({
    id: lower,
    none: lower,
    ids: [lower, lower],
    rows: [{ id: lower, text: upper }],
    text: upper,
  })
})

test('a value that does not fit the schema stays as it is, so that the check reports it', () => {
  for (const given of [null, 'A', 7, [], { id: 'A', ids: {}, rows: [null, 'B'], none: null, other: upper }])
    expect(normalizeTexts(structuredClone(given), schema)).toEqual(given)
})

test('names lose the spaces at their ends, other texts keep them', () => {
  const named = Type.Object({ name: nameText(100), newName: maybe(newNameText(100)), text: Type.String() })
  expect(normalizeTexts({ name: '  Ada L ', newName: ' Bo', text: ' a ' }, named)).toEqual({
    name: 'Ada L',
    newName: 'Bo',
    text: ' a ',
  })
})
