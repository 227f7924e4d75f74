import { readFileSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { domains } from '../../../../domains/index.ts'
import { jobEventTypes } from '../../../../testing/audit/event-types.ts'
import { deActions } from '../../words/story/actions/de.ts'
import { enActions } from '../../words/story/actions/en.ts'
import { de } from '../../words/story/de.ts'
import { en } from '../../words/story/en.ts'
import { deEvents } from '../../words/story/events/de.ts'
import { enEvents } from '../../words/story/events/en.ts'
import { soughtActions } from '../../pages/audit/log/sought-actions.ts'
import {
  belowItsThing,
  actionName,
  actionOutcome,
  actionSentence,
  doneSentence,
  eventSentence,
  partsOf,
  withoutActor,
  withoutThing,
} from './sentences.ts'
import { idOfResource } from './things.ts'

const operations = domains.flatMap((domain) => domain.operations)
const declared = operations.flatMap(({ audit }) => (audit && 'event' in audit && audit.event ? [audit.event] : []))
const catalogue = [...new Set([...declared, ...jobEventTypes])].toSorted()

const actions = [
  ...new Set([
    ...operations.flatMap(({ audit }) => [
      ...(audit && 'action' in audit ? [audit.action] : []),
      ...(audit && 'refusals' in audit && audit.refusals ? [audit.refusals] : []),
      ...(audit && 'elsewhere' in audit ? audit.elsewhere : []),
    ]),
    ...domains.flatMap(({ jobActions }) => jobActions),
  ]),
].toSorted()

test('the catalogue has every type of event that a domain records by name', () => {
  const folder = join(import.meta.dirname, '../../../../domains')
  const sources = globSync('**/*.ts', { cwd: folder, exclude: (name) => name.endsWith('.test.ts') })
  const recorded = sources.flatMap((path) => [
    ...readFileSync(join(folder, path), 'utf8').matchAll(/(?:\bname: |requestEvent\(|own, )'([a-z_]+\.[a-z_]+)'/g),
  ])
  expect(recorded.length).toBeGreaterThan(20)
  expect(recorded.map(([, name]) => name!).filter((name) => !catalogue.includes(name))).toEqual([])
})

describe.each([
  ['English', enEvents, enActions],
  ['German', deEvents, deActions],
])('in %s', (_, events, words) => {
  test('every type of event has a sentence', () => {
    expect(catalogue.length).toBeGreaterThan(130)
    expect(catalogue.filter((type) => eventSentence(type, {}, events) === undefined)).toEqual([])
  })

  test('no sentence is for a type that no event has, and pages fill every slot', () => {
    const types = Object.keys(events).map((key) => key.split(':')[0])
    expect(types.filter((type) => !catalogue.includes(type!))).toEqual([])
    for (const text of Object.values(events))
      expect(partsOf(withoutActor(text, [])).map((part) => 'text' in part && part.text.includes('{'))).not.toContain(
        true,
      )
  })

  test('every audit action has a sentence, done and refused', () => {
    expect(actions.length).toBeGreaterThan(200)
    for (const isDone of [true, false])
      expect(actions.filter((action) => actionSentence(action, isDone, words) === undefined)).toEqual([])
  })

  test('every action that the filter offers is one, and has a name without a slot', () => {
    const known: readonly string[] = actions
    expect(soughtActions.filter((action) => !known.includes(action))).toEqual([])
    for (const action of soughtActions) expect(actionName(action, words)).toMatch(/^[\p{Lu}][^{}]+$/u)
  })

  test('no sentence has two spaces, or one at its end', () => {
    const sentences = [...Object.values(events), ...actions.map((one) => actionSentence(one, true, words)!)]
    expect(sentences.filter((one) => / {2}|^ | $/.test(one))).toEqual([])
  })
})

test('an outcome has a sentence of its own', () => {
  expect(eventSentence('task.checked', { outcome: 'failed' }, enEvents)).toBe('The check {check} of {thing} failed')
  expect(eventSentence('task.checked', { outcome: 'timed_out' }, enEvents)).toBe('The check {check} of {thing} failed')
  expect(eventSentence('task.reviewed', { verdict: 'refused' }, enEvents)).toBe(
    'The review sent back the change of {thing}',
  )
  expect(eventSentence('task.reviewed', { verdict: 'of_tomorrow' }, enEvents)).toBe(
    'The change of {thing} was reviewed',
  )
})

test('an event after a merge or an approval names Atelier, and a decision says which way it went', () => {
  expect(eventSentence('deployment.requested', { kind: 'preview' }, enEvents)).toContain('{actor}')
  expect(eventSentence('deployment.requested', { kind: 'cycle-preview' }, enEvents)).toMatch(/^Atelier began a preview/)
  const request = { requestType: 'approval', status: 'denied' }
  expect(eventSentence('pending_request.resolved', request, enEvents)).toMatch(/did not approve/)
  expect(eventSentence('pending_request.resolved', { requestType: 'question', status: 'approved' }, enEvents)).toBe(
    '{actor} answered {thing}',
  )
  const row = { action: 'pending_request.resolve', resourceType: 'pending_request', resourceId: uuidv7() }
  const metadata = { requestType: 'approval', status: 'approved', taskId: uuidv7() }
  expect(actionSentence(actionOutcome(row.action, metadata), true, enActions)).toMatch(/approved the change of/)
  expect(actionSentence(actionOutcome(row.action, { status: 'approved' }), true, enActions)).toBeUndefined()
  expect(idOfResource({ ...row, parentType: null, parentId: null, metadata })).toBe(metadata.taskId)
})

test('the audit log says what was done as the activity says it, without its actor', () => {
  expect(doneSentence('billable.create', true, enEvents)).toBe(enEvents['billable.created'])
  expect(doneSentence('deliverable_approval.decide:approved', true, deEvents)).toBe('{actor} hat {thing} freigegeben')
  expect(doneSentence('webhook.create', false, enEvents)).toBe('{actor} added a webhook')
  // The event of these names no thing, or no actor.
  expect(doneSentence('member.remove', true, enEvents)).toBeUndefined()
  expect(doneSentence('cycle.revert', true, enEvents)).toBeUndefined()
  const helpers = de.helpers()
  expect(withoutActor('{actor} hat das Projekt {thing} angelegt', helpers)).toBe('Das Projekt {thing} angelegt')
  expect(withoutActor('{actor} hat sich angemeldet', helpers)).toBe('Angemeldet')
  expect(withoutActor('{actor} added {thing}', [])).toBe('Added {thing}')
  expect(withoutActor('{thing} was merged', [])).toBe('{thing} was merged')
})

test('a message is by who wrote it', () => {
  expect(eventSentence('cycle.messaged', { authorSide: 'agency' }, enEvents)).toBe('{actor} wrote a message in {thing}')
  expect(eventSentence('cycle.messaged', { authorSide: 'agent' }, enEvents)).toBe('An agent wrote a message in {thing}')
  expect(eventSentence('cycle.messaged', { source: 'linear' }, enEvents)).toMatch(/came in from outside$/)
})

test('a refused action names the attempt', () => {
  expect(actionSentence('project.create', true, enActions)).toBe('{actor} created the project {thing}')
  expect(actionSentence('project.create', false, enActions)).toBe('{actor} tried to create the project {thing}')
  expect(actionSentence('project.create', true, deActions)).toBe('{actor} hat das Projekt {thing} angelegt')
  expect(actionSentence('auth.sign_in', true, deActions)).toBe('{actor} hat sich angemeldet')
  expect(actionSentence('something.of_tomorrow', true, enActions)).toBeUndefined()
})

test('a sentence is pieces of text and slots', () => {
  expect(partsOf('Sent {thing} back')).toEqual([{ text: 'Sent ' }, { slot: 'thing' }, { text: ' back' }])
})

test('a refused row does not call its thing by the name of its intended parent', () => {
  const account = uuidv7()
  const billable = uuidv7()
  const parent = { parentType: 'client_account', parentId: account }
  const row = { action: 'billable.create', resourceType: 'billable', resourceId: billable, ...parent }
  expect(idOfResource(row)).toBe(billable)
  expect(idOfResource({ ...row, resourceType: 'client_account', resourceId: account })).toBeUndefined()
  expect(idOfResource({ ...row, action: 'seat.remove', resourceType: 'seat' })).toBe(account)
  const message = { action: 'project.message', resourceType: 'project_message', resourceId: uuidv7() }
  expect(idOfResource({ ...message, parentType: 'project', parentId: billable })).toBe(billable)
})

test('a sentence without the name of its thing is whole', () => {
  const sentences = ['run.commit', 'growth_message.approve', 'project.create', 'project.stop'].map((action) =>
    withoutThing(actionSentence(action, true, enActions)!),
  )
  expect(sentences).toEqual([
    '{actor} committed',
    '{actor} approved an email',
    '{actor} created the project',
    '{actor} stopped the autopilot',
  ])
})

test('below the name of its thing a sentence leaves out the name and the helping verb', () => {
  const below = (events: Readonly<Record<string, string>>, helpers: readonly string[]) =>
    ['cycle.completed', 'cycle.proposed', 'cycle.running', 'task.done', 'pending_request.created:approval'].map(
      (type) => withoutActor(belowItsThing(events[type]!, helpers), []),
    )
  expect(below(enEvents, en.helpersBelow())).toEqual([
    'Completed',
    'Proposed',
    'Agents began to work',
    'The coder finished',
    'A review was requested',
  ])
  expect(below(deEvents, de.helpersBelow())).toEqual([
    'Abgeschlossen',
    'Hat vorgeschlagen',
    'Agenten haben die Arbeit begonnen',
    'Der Coder ist fertig',
    'Eine Prüfung wurde angefordert',
  ])
  expect(belowItsThing('A draft was saved', ['was '])).toBe('A draft was saved')
})
