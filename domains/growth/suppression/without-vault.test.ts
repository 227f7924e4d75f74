import { expect, test } from 'vitest'
import { expectError, unchanged } from '../../../testing/refusals.ts'
import { scene } from '../../../testing/scene.ts'
import { testServer } from '../../../testing/server.ts'
import { addGrowthSuppressions, listGrowthSuppressions } from './contract.ts'

const keyless = await testServer({ ATELIER_ROLE: 'server', SECRETS_ENCRYPTION_KEY: '' })

test('503 if no root key is configured, because the key of the hashes is sealed', async () => {
  const { owner } = await scene(keyless)
  const add = () => owner.call(addGrowthSuppressions, { body: { entries: ['example.com'] } })
  expectError(await unchanged(keyless, add), 503, 'secrets_encryption_unavailable')
  const lookUp = await owner.call(listGrowthSuppressions, { query: { address: 'ada@example.com' } })
  expectError(lookUp, 503, 'secrets_encryption_unavailable')
  expect(await owner.call(listGrowthSuppressions)).toMatchObject({ status: 200, body: [] })
})
