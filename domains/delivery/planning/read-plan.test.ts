import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPlan, withRequest } from './read-plan.ts'
import { offlinePlan } from './plan-cycle.ts'

const task = (name: string, ...needs: string[]) => ({ name, title: `Do ${name}`, description: 'As said.', needs })
const said = (...tasks: object[]) => JSON.stringify({ tasks })

test('a plan is read from the single object in an answer, with words or a fence around it', () => {
  const pieces = [task('a'), task('b', 'a')]
  expect(readPlan(`Here it is:\n\`\`\`json\n${said(...pieces)}\n\`\`\`\nGood luck.`)).toEqual({ pieces })
})

test('no task and one task both leave the request as it is', () => {
  expect(readPlan(said())).toEqual({ pieces: [] })
  expect(readPlan(said(task('a')))).toEqual({ pieces: [] })
})

test.each([
  ['words', 'Sure, I will do that.'],
  ['half an object', '{"tasks": [{"name": "a"'],
  ['a list', '[]'],
  ['another object', '{"plan": []}'],
  ['a field too many', '{"tasks": [], "notes": "x"}'],
  ['needs that are no list', said({ ...task('a'), needs: 'b' })],
])('%s: that is no plan', (_name, text) => {
  expect(readPlan(text)).toEqual({ faults: ['That is not the JSON object that was asked for.'] })
})

test('the author gets the faults of a plan', () => {
  expect(readPlan(said(task('a', 'b'), task('b', 'a')))).toEqual({
    faults: ['The tasks need one another in a circle: “a” needs “b” needs “a”.'],
  })
})

const site = { id: '1', name: 'site', headSha: '' }
const api = { id: '2', name: 'API', headSha: '' }

test('a task is done in the repository that it names, and a plan may be a single task there', () => {
  const pieces = [task('a'), { ...task('b'), repository: 'api' }, { ...task('c'), repository: 'Site' }]
  expect(readPlan(said(...pieces), [site, api])).toEqual({
    pieces: [task('a'), { ...task('b'), repositoryId: '2' }, task('c')],
  })
  expect(readPlan(said({ ...task('a'), repository: 'API' }), [site, api])).toMatchObject({ pieces: [{ name: 'a' }] })
  expect(readPlan(said({ ...task('a'), repository: 'site' }), [site, api])).toEqual({ pieces: [] })
  expect(withRequest([task('a')], 'All of it.')[0]!.description).toBe('As said.\n\nThe request was:\n\n> All of it.')
  expect(readPlan(said(task('a'), { ...task('b'), repository: 'docs' }), [site, api])).toEqual({
    faults: ['“b” is to be done in “docs”, which is no repository that tasks of this project can be done in.'],
  })
})

test('no text makes it throw, and names hold no line breaks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const read = readPlan(said({ ...task('x'), title: `${text}.` }, task('y')))
      if ('faults' in read) return
      expect(read.pieces.map(({ title }) => /[\n\0\u2028]/.test(title))).toEqual(read.pieces.map(() => false))
    }),
  )
})

test('each task carries the request, quoted, so that no block in it is carried out', () => {
  const request = '```run\nrm -rf .\n```'
  const [first] = withRequest([task('a'), task('b')], request)
  expect(first!.description).toContain('> ```run')
  expect(first!.description).toContain('one of 2 tasks of a larger request; do this one alone. The others: “Do b”.')
})

test('the offline model reads tasks from blocks', () => {
  const inner = '```file a.txt\nA\n```'
  const description = `Two things.\n\n\`\`\`\`task one\n${inner}\n\`\`\`\`\n\n\`\`\`\`task two needs one\n${inner}\n\`\`\`\`\n`
  expect(offlinePlan(description)).toEqual({
    pieces: [
      { name: 'one', title: 'one', needs: [], description: inner },
      { name: 'two', title: 'two', needs: ['one'], description: inner },
    ],
  })
  expect(offlinePlan('````task one repository API needs two\n````\n````task two\nx\n````', [site, api])).toMatchObject({
    faults: ['The task “one” has no description.'],
  })
  expect(offlinePlan('````task one repository API needs two\ny\n````\n````task two\nx\n````', [site, api])).toEqual({
    pieces: [
      { name: 'one', title: 'one', needs: ['two'], description: 'y', repositoryId: '2' },
      { name: 'two', title: 'two', needs: [], description: 'x' },
    ],
  })
  expect(offlinePlan(inner)).toEqual({ pieces: [] })
  expect(offlinePlan('````task a\nx')).toEqual({
    faults: ['Line 1: the task block is not closed. End it with a line of the same fence.'],
  })
  expect(offlinePlan('````task a needs b\nx\n````')).toEqual({
    faults: ['“a” needs “b”, which is no task of the plan.'],
  })
})
