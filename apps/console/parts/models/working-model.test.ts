import { expect, test } from 'vitest'
import { usableModel, workingModel, type CallableModel, type Preferences } from './working-model.ts'

const model = (id: string, owner: string) => ({ id, owned_by: owner }) as CallableModel
const models = [model('acme/gpt-5', 'acme'), model('offline', 'offline')]
const preference = (inEffect: boolean) =>
  [
    { role: 'coder', modelIdentifier: 'acme/gpt-5', inEffect, reason: inEffect ? null : 'It is not listed.' },
  ] as Preferences

test('a role works with the agent’s model, else its own, else the server’s', () => {
  expect(workingModel('coder', models, preference(true), 'acme/large')).toEqual({
    kind: 'model',
    id: 'acme/large',
    chosenBy: 'agent',
  })
  expect(workingModel('coder', models, preference(true))).toEqual({ kind: 'model', id: 'acme/gpt-5', chosenBy: 'role' })
  expect(workingModel('coder', models, [])).toEqual({ kind: 'offline' })
  expect(workingModel('coder', [model('gpt-5', 'openai')], [])).toMatchObject({ id: 'gpt-5', chosenBy: 'server' })
})

test('a set model that cannot be used is named with its reason, and a connected one is offered', () => {
  expect(workingModel('coder', models, preference(false))).toEqual({
    kind: 'unusable',
    id: 'acme/gpt-5',
    reason: 'It is not listed.',
  })
  expect(usableModel(models)?.id).toBe('acme/gpt-5')
  expect(usableModel([model('offline', 'offline')])).toBeUndefined()
})
