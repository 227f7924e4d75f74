import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeOperation } from './write-operation.ts'

const root = join(import.meta.dirname, '..', '..')
const read = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : undefined)
const tasks = 'apps/cli/commands/work/tasks.ts'

test('a change with a command is in the contract, the handlers, the command line and the words', () => {
  const command = { file: tasks, name: 'snooze' }
  const { files, left } = writeOperation({ domain: 'delivery/cycles', id: 'snoozeCycle', command }, read)
  const folder = 'domains/delivery/cycles'
  expect(Object.keys(files).sort()).toEqual([
    '.changeset/snooze-cycle.md',
    'apps/cli/commands/work/tasks.ts',
    'apps/cli/program/tasks.ts',
    'apps/console/words/story/actions/de.ts',
    'apps/console/words/story/actions/en.ts',
    `${folder}/contract.ts`,
    `${folder}/handlers.ts`,
    `${folder}/operations/snooze-cycle.test.ts`,
  ])
  expect(files[`${folder}/contract.ts`]).toMatch(
    /export const snoozeCycle = operation\(\{\n {2}method: 'POST',\n {2}path: '\/v1\/api\/cycles\/\{id\}\/snooze'/,
  )
  expect(files[`${folder}/contract.ts`]).toMatch(/contract\(\{[^}]* snoozeCycle \}\)/)
  expect(files[`${folder}/handlers.ts`]).toMatch(
    /const snoozeCycle = handle\(contract\.snoozeCycle, .*does nothing yet[^]*export default [^]*, snoozeCycle \}\)/,
  )
  expect(files[`${folder}/operations/snooze-cycle.test.ts`]).toContain('toMatchObject({ status: 200 })')
  expect(files['apps/cli/program/tasks.ts']).toContain(`['snooze', 'snooze a cycle', fromTasks('snoozeCycle')`)
  expect(files[tasks]).toContain('client.call(cycles.snoozeCycle, { params: { id } })')
  expect(files['apps/console/words/story/actions/en.ts']).toContain(`'cycle.snooze': ['snoozed the cycle {thing}'`)
  expect(left.join()).toContain('toAgencyWho')
})

test('a list is read by coding agents and needs no words; its audit row is that of a refusal', () => {
  const { files } = writeOperation({ domain: 'delivery/acceptance', id: 'listGivenTests' }, read)
  expect(Object.keys(files)).toHaveLength(4)
  expect(files['domains/delivery/acceptance/contract.ts']).toContain(`audit: { refusals: 'given_test.list' }`)
})

test('an id that exists, a one-word id and an unknown domain are refused', () => {
  const write = (domain: string, id: string) => () => writeOperation({ domain, id }, read)
  expect(write('delivery/cycles', 'stopCycle')).toThrow('already has stopCycle')
  expect(write('delivery/cycles', 'stop')).toThrow('is not a verb and a noun')
  expect(write('delivery/none', 'stopCycle')).toThrow('There is no domains/delivery/none/contract.ts')
})
