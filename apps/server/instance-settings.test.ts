import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { saveAgent, addModelHost } from '../cli/found/saved-settings.ts'
import { admitMachine } from '../../platform/jobs/index.ts'
import { testDatabase } from '../../testing/database.ts'
import { openInstanceSettings } from './instance-settings.ts'

const { url, database } = await testDatabase()
const root = await mkdtemp(join(tmpdir(), 'atelier-test-'))
afterAll(() => rm(root, { recursive: true, force: true }))

const machine = async (id: string) => {
  const dataFolder = await mkdtemp(join(root, 'machine-'))
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const admit = () =>
    database.instance((tx) =>
      admitMachine(tx, { machine: id, sandboxLimit: 2, shares: true, works: true, leaseMs: 10_000, address: null }),
    )
  const open = () => openInstanceSettings({ database, dataFolder, log: log as never })
  const command = { environment: { DATABASE_URL: url, ATELIER_DATA: dataFolder }, dataFolder }
  return { dataFolder, warnings, admit, open, command }
}
const agentOf = (name: string) => ({ name, program: `/opt/${name}/bin/${name}` })

test('settings are files on one machine, and rows from the second one on, which only commands change', async () => {
  const first = await machine('aaaaaaaa-0000-4000-8000-000000000000')
  const second = await machine('bbbbbbbb-0000-4000-8000-000000000000')
  await first.admit()
  const atFirst = await first.open()
  expect(await saveAgent(first.command, agentOf('one'), {})).toBe('runtime-1')
  await addModelHost(first.command, '127.0.0.1:11434')
  expect([atFirst.usesDatabase(), atFirst.agents(), atFirst.modelHosts()]).toEqual([
    false,
    { 'runtime-1': agentOf('one') },
    ['127.0.0.1:11434'],
  ])
  const text = await readFile(join(first.dataFolder, 'agents.json'), 'utf8')

  await second.admit()
  await atFirst.reload()
  await writeFile(join(second.dataFolder, 'agents.json'), JSON.stringify({ 'runtime-1': agentOf('another') }))
  const atSecond = await second.open()
  for (const settings of [atFirst, atSecond])
    expect([settings.usesDatabase(), settings.agents(), settings.modelHosts()]).toEqual([
      true,
      { 'runtime-1': agentOf('one') },
      ['127.0.0.1:11434'],
    ])
  await atFirst.reload()
  expect(first.warnings.map((line) => line.split(' is not used')[0])).toEqual([
    join(first.dataFolder, 'agents.json'),
    join(first.dataFolder, 'model-hosts.json'),
  ])
  expect(second.warnings).toEqual([expect.stringContaining(`${join(second.dataFolder, 'agents.json')} is not used`)])

  expect(await saveAgent(second.command, agentOf('two'), {})).toBe('runtime-2')
  const undo = await addModelHost(second.command, '127.0.0.1:8080')
  await atFirst.reload()
  expect(Object.keys(atFirst.agents())).toEqual(['runtime-1', 'runtime-2'])
  expect(atFirst.modelHosts()).toEqual(['127.0.0.1:11434', '127.0.0.1:8080'])
  await undo()
  await atFirst.reload()
  expect(atFirst.modelHosts()).toEqual(['127.0.0.1:11434'])
  expect(await readFile(join(first.dataFolder, 'agents.json'), 'utf8')).toBe(text)
})

test('a row or file of another shape has no agents and no hosts', async () => {
  const { dataFolder, open } = await machine('aaaaaaaa-0000-4000-8000-000000000000')
  await database.identity((tx) => tx.query({ text: `update instance_setting set value = '[1]'`, values: [] }))
  await writeFile(join(dataFolder, 'agents.json'), '{')
  const settings = await open()
  expect([settings.agents(), settings.modelHosts()]).toEqual([{}, []])
})
