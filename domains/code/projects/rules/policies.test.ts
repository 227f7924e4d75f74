import { expect, test } from 'vitest'
import { reviewOf, sourcedPolicies, type SourcedValue } from './policies.ts'
import type { PolicyOwner, WorkspaceDefaults } from '../tables.ts'

const says = { ask: 'ask', merge: 'merge', refuse: 'refuse' } as const
const hours = [0, 24]
/** Each policy with its possible values, and its default. */
const policies = [
  ['requiresApproval', [true, false], false],
  ['review.checked', Object.values(says), 'ask'],
  ['review.unverified', Object.values(says), 'ask'],
  ['review.weakened', Object.values(says), 'ask'],
  ['review.model', ['on', 'required', 'off'], 'required'],
  ['review.packages', ['named', 'ask', 'merge'], 'named'],
  ['approval.remindEveryHours', hours, 0],
  ['approval.expireAfterHours', hours, 0],
  ['delivery.onApproval', ['nothing', 'deploy'], 'nothing'],
] as const
type Value = string | number | boolean

const instance = { modelReview: 'required' } as const
const unsaid = { requiresApproval: null, review: {}, approval: {}, delivery: {} }

const saying = (path: string, value: Value | undefined) => {
  const [group = '', name] = path.split('.')
  if (value === undefined) return unsaid
  return { ...unsaid, [group]: name === undefined ? value : { [name]: value } }
}
const projectThat = (path: string, own: Value | undefined, inherited: object | null): PolicyOwner => {
  const { requiresApproval, ...runtime } = saying(path, own)
  return { requiresApproval, runtime, inherited: inherited as WorkspaceDefaults | null }
}
const found = (path: string, all: object) =>
  path.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], all) as SourcedValue<Value>

const combinations = policies.flatMap(([path, values, byDefault]) => {
  const choices: (Value | undefined)[] = [undefined, ...values]
  return choices.flatMap((own) => choices.map((workspace) => [path, own, workspace, byDefault] as const))
})

test.each(combinations)(
  '%s: the project has %s, the workspace %s, the instance %s',
  (path, own, workspace, byDefault) => {
    const expected =
      own !== undefined
        ? { value: own, from: 'project' }
        : workspace !== undefined
          ? { value: workspace, from: 'workspace' }
          : { value: byDefault, from: 'instance' }
    const all = sourcedPolicies(projectThat(path, own, saying(path, workspace)), instance)
    expect(found(path, all)).toEqual(expected)
    for (const [other, , otherwise] of policies.filter(([name]) => name !== path))
      expect(found(other, all)).toEqual({ value: otherwise, from: 'instance' })
  },
)

test('without a workspace setting, and without a project, the instance counts', () => {
  const alone = sourcedPolicies(projectThat('requiresApproval', undefined, null), instance)
  expect(sourcedPolicies(undefined, instance)).toEqual(alone)
  expect(reviewOf(undefined, { modelReview: 'off' })).toEqual({
    shown: 'ask',
    checked: 'ask',
    unverified: 'ask',
    weakened: 'ask',
    model: 'off',
    probes: 'on',
    examiner: 'off',
    packages: 'named',
  })
  expect(reviewOf(undefined, { modelReview: 'required' }).examiner).toBe('shown')
})
