import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readBlocks, readTasks } from '../../../execution/models/index.ts'
import { readChange } from '../demo/sample.ts'
import { seedWorkspace } from './seed-workspace.ts'
import type { Seeding } from './seeding.ts'

const changes = readdirSync(join(import.meta.dirname, '../../../samples/changes')).map((name) => name.slice(0, -3))

test.each(changes)('the offline model can read the change %s', async (name) => {
  const { title, description } = await readChange(`changes/${name}`)
  expect([title.length > 0, readBlocks(description).problems, readTasks(description).problems]).toEqual([true, [], []])
})

test('a workspace that has projects is refused before anything is changed', async () => {
  const asked: string[] = []
  const client = {
    call: (operation: { readonly path: string }) => {
      asked.push(operation.path)
      return Promise.resolve([{ name: 'Shop' }])
    },
  }
  const seeding = { client, session: { output: { say: () => undefined } } } as unknown as Seeding
  await expect(seedWorkspace(seeding)).rejects.toMatchObject({
    kind: 'usage',
    message: 'This workspace has projects, such as “Shop”. The seed fills a workspace without projects.',
  })
  expect(asked).toEqual(['/v1/api/projects'])
})
