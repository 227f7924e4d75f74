import { expect, test } from 'vitest'
import { testDatabase } from '../../../testing/index.ts'
import { harnessScene, newIdentity } from '../../../testing/model-provider/index.ts'

const { database } = await testDatabase()
const scene = harnessScene(database)

const skills = [
  { slug: 'tables', name: 'Tables', description: 'How they change', content: 'Add a file.\nNever change one.\n' },
  { slug: 'bare', name: 'bare', description: '', content: 'x' },
]

test('the model gets name, description and path of each skill, and reads it there', async () => {
  const path = /\(((?:\/[^/)]+)+\/skills\/tables\/SKILL\.md)\)/
  scene.provider.push({ text: 'Done.' })
  await scene.run({ skills })
  const asked = JSON.stringify(scene.provider.requests[0]!.body)
  expect(asked).toMatch(path)
  expect(asked).toContain('- Tables: How they change (/')
  expect(asked).toContain('- bare (/')
  expect(asked).not.toContain('Never change one.')
  const where = path.exec(asked)![1]!
  // A gateway gives the calls of one identity the answers that they had.
  scene.identity = await newIdentity(database)
  scene.provider.push(
    { toolCalls: [{ name: 'read', input: { path: where } }] },
    { toolCalls: [{ name: 'write', input: { path: where, content: 'mine' } }] },
    { text: 'Read.' },
  )
  await scene.run({ skills })
  const [read, written] = scene.ofType('tool-result')
  expect(read).toMatchObject({ ok: true, text: expect.stringContaining('2\tNever change one.') })
  expect(written).toMatchObject({ ok: false })
})
